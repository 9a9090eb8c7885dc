/** A whole message, as the API documents it, with what a test changes. */
export function messageOf(text: string, change: object = {}): string {
  return JSON.stringify({
    model: 'claude-sonnet-5-20261101',
    id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text, citations: null }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: {
      input_tokens: 300,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: null,
      output_tokens: 14,
      output_tokens_details: null,
      server_tool_use: null,
      service_tier: 'standard',
      inference_geo: null,
      speed: null,
    },
    ...change,
  });
}

/** A message that ends with a refusal, as the API documents it. */
export function refusalOf(): string {
  return messageOf('', {
    content: [],
    stop_reason: 'refusal',
    stop_details: { type: 'refusal', category: 'cyber', explanation: null },
  });
}
