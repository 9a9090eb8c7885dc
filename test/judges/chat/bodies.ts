/** A token and the logarithm of its probability. */
export type Token = readonly [token: string, logprob: number];

const encoder = new TextEncoder();

/** One entry of `top_logprobs`, as the API documents it. */
function tokenOf([token, logprob]: Token): object {
  return { token, logprob, bytes: [...encoder.encode(token)] };
}

/** `logprobs` of a choice: what stands in each place, and what could have. */
export function logprobsOf(places: readonly (readonly Token[])[]): object {
  const content = places.map((tokens) => {
    const [first = ['', 0]] = tokens;
    return { ...tokenOf(first), top_logprobs: tokens.map(tokenOf) };
  });
  return { content, refusal: null };
}

/** A choice, as the API documents it, with what a test changes. */
export function choiceOf(change: object = {}, message: object = {}): object {
  return {
    index: 0,
    message: { role: 'assistant', content: 'Yes', refusal: null, annotations: [], ...message },
    logprobs: null,
    finish_reason: 'stop',
    ...change,
  };
}

/** A whole completion, as the API documents it, with what a test changes. */
export function completionOf(choices: readonly object[], change: object = {}): string {
  return JSON.stringify({
    id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
    object: 'chat.completion',
    created: 1_788_000_000,
    model: 'gpt-6-luna-2026-09-01',
    choices,
    usage: {
      prompt_tokens: 210,
      completion_tokens: 2,
      total_tokens: 212,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
    },
    service_tier: 'default',
    system_fingerprint: 'fp_44709d6fcb',
    ...change,
  });
}

/** A completion whose only token could have been any of some. */
export function answered(tokens: readonly Token[], change: object = {}): string {
  const [[content] = ['']] = tokens;
  return completionOf([choiceOf({ logprobs: logprobsOf([tokens]) }, { content })], change);
}
