/**
 * What each judge of a service can do, as the guide says it, and the test that says so.
 *
 * @module
 */

/** What a judge can do, in the order of the guide's columns. */
export const CAPABILITIES = [
  'Distribution',
  'Refusal',
  'Confidence',
  'Rounding',
  'Limits',
  'Retries',
] as const;

/** A file, and the name of a test in it. */
export type Proof = readonly [file: string, name: string];

/** The proofs of each row of the guide, cell by cell; the first word of its first cell names it. */
export const MATRIX: Readonly<Record<string, readonly (readonly Proof[])[]>> = {
  'systemOne()': [
    [
      ['system-one/system-one.test.ts', 'are a choice with its distribution, as it was rounded'],
      ['system-one/system-one.test.ts', 'are a score whose levels are those of the question'],
    ],
    [
      [
        'system-one/system-one.test.ts',
        'refuse a question, as gateways write it, and answer the others',
      ],
    ],
    [
      ['system-one/system-one.test.ts', 'are a choice with its distribution, as it was rounded'],
      ['system-one/system-one.test.ts', 'are a noul without any confidence'],
    ],
    [
      ['system-one/system-one.test.ts', 'sum to %s, and are taken as they are'],
      ['system-one/system-one.test.ts', 'are held to the decimals that are declared'],
      ['system-one/system-one.test.ts', 'are rounded to 4 decimals by Ollama, and to 2 by others'],
    ],
    [
      [
        'system-one/system-one.test.ts',
        'is not sent for a question without instructions, as its key is never shown',
      ],
      ['system-one/system-one.test.ts', 'take both criteria of a noul or none, at OpenRouter'],
    ],
    [
      [
        'system-one/system-one.test.ts',
        'is asked again as often as the services own clients do, and then answered',
      ],
      ['system-one/system-one.test.ts', 'is told without its text: $name'],
      ['system-one/system-one.test.ts', 'is asked again when its connection broke'],
    ],
  ],
  'decisions()': [
    [['decisions/decisions.test.ts', 'are read as they are documented, distributions included']],
    [['decisions/decisions.test.ts', 'keep the others where one is refused']],
    [['decisions/decisions.test.ts', 'are read as they are documented, distributions included']],
    [
      [
        'decisions/decisions.test.ts',
        'are taken as they were rounded: sums of 0.98, and a choice 0.01 below another',
      ],
    ],
    [
      ['decisions/decisions.test.ts', 'is not sent for a question without instructions'],
      ['decisions/decisions.test.ts', 'sends %s as JSON where the service reads it so'],
    ],
    [['decisions/decisions.test.ts', 'is told without its text, and asked again as it says: %s']],
  ],
  'cloudflare()': [
    [['cloudflare/cloudflare.test.ts', 'answers in an envelope, to 4 decimals']],
    [['cloudflare/cloudflare.test.ts', 'takes %s for no answer']],
    [['cloudflare/cloudflare.test.ts', 'answers in an envelope, to 4 decimals']],
    [
      [
        'cloudflare/cloudflare.test.ts',
        'is held to its 4 decimals: a sum of 0.99 is none of three',
      ],
    ],
    [
      ['cloudflare/cloudflare.test.ts', 'takes 64 questions, and no 65th, before anything is sent'],
      ['cloudflare/cloudflare.test.ts', 'takes no key such as %s'],
    ],
    [['cloudflare/cloudflare.test.ts', 'tells %i with %i apart, without its text']],
  ],
  'cloudflareBinding()': [
    [
      [
        'cloudflare/cloudflare.test.ts',
        'is run by its name with the same form, and answers without an envelope',
      ],
    ],
    [['cloudflare/cloudflare.test.ts', 'tells of what it throws only the code: %s']],
    [
      [
        'cloudflare/cloudflare.test.ts',
        'is run by its name with the same form, and answers without an envelope',
      ],
    ],
    [['cloudflare/cloudflare.test.ts', 'is held to 4 decimals as well']],
    [['cloudflare/cloudflare.test.ts', 'has the same limits, and no options of HTTP']],
    [['cloudflare/cloudflare.test.ts', 'has the same limits, and no options of HTTP']],
  ],
  'chatJudge()': [
    [
      ['chat/chat.test.ts', 'answers with the share of yes and says what all labels had'],
      ['chat/chat.test.ts', 'answers a choice and a score by their letters'],
    ],
    [['chat/chat.test.ts', 'is a refusal of that question only']],
    [['chat/chat.test.ts', 'hold its bar for a choice to the probability of the label']],
    [['adapters.test.ts', 'declares what it rounds to: $name']],
    [
      ['chat/chat.test.ts', 'more labels than tokens are told is an error'],
      ['chat/chat.test.ts', 'twenty labels are asked for'],
    ],
    [['adapters.test.ts', 'is asked three times where its service is overloaded: $name']],
  ],
  'sampledChatJudge()': [
    [
      ['chat/sampled.test.ts', 'asks for several answers at once, without log probabilities'],
      ['shared/samples.test.ts', 'of a noul is the share of yes, with its interval'],
    ],
    [
      ['chat/sampled.test.ts', 'tells refusals, filters and ends from each other'],
      ['shared/samples.test.ts', 'is a refusal where more than half refuse, and not where half do'],
    ],
    [['adapters.test.ts', 'gives a noul no confidence: $name']],
    [['adapters.test.ts', 'declares what it rounds to: $name']],
    [['chat/sampled.test.ts', 'takes 255 labels, by their numbers']],
    [['adapters.test.ts', 'is asked three times where its service is overloaded: $name']],
  ],
  'messagesJudge()': [
    [
      [
        'messages/messages.test.ts',
        'answers with what the model reports of itself, and says that it is that',
      ],
    ],
    [['messages/messages.test.ts', 'is a refusal of that question where it ends with one']],
    [['adapters.test.ts', 'gives a noul no confidence: $name']],
    [['adapters.test.ts', 'declares what it rounds to: $name']],
    [
      [
        'messages/messages.test.ts',
        'gives more room where there are many labels, and takes what it is told',
      ],
      [
        'messages/messages.test.ts',
        'forces a form upon the answer, pins the version and sets no sampling',
      ],
    ],
    [
      ['adapters.test.ts', 'is asked three times where its service is overloaded: $name'],
      ['messages/messages.test.ts', 'is not asked again about where the service says so'],
    ],
  ],
  'sampledMessagesJudge()': [
    [
      [
        'messages/sampled.test.ts',
        'asks for one label, in a form that has no other, once a sample',
      ],
      [
        'shared/samples.test.ts',
        'of a choice is the label that was named most often, the first of those that tie',
      ],
    ],
    [['messages/sampled.test.ts', 'leaves out what names no label, and refuses where most refuse']],
    [['adapters.test.ts', 'gives a noul no confidence: $name']],
    [['adapters.test.ts', 'declares what it rounds to: $name']],
    [
      [
        'messages/sampled.test.ts',
        'asks for one label, in a form that has no other, once a sample',
      ],
    ],
    [['adapters.test.ts', 'is asked three times where its service is overloaded: $name']],
  ],
  'aiSdkJudge()': [
    [['ai-sdk/judge.test.ts', 'sends a level with its label, and reads its probability by it']],
    [['adapters.test.ts', 'of the AI SDK refuses one question and answers another']],
    [
      [
        'ai-sdk/judge.test.ts',
        'keeps the confidence of a provider apart, wherever its provider puts it',
      ],
    ],
    [
      [
        'ai-sdk/judge.test.ts',
        'is not a sum of 0.98 or 1.02, nor a pick one unit below, at two decimals',
      ],
    ],
    [['ai-sdk/judge.test.ts', 'is never sent']],
    [['adapters.test.ts', 'of the AI SDK is asked once']],
  ],
  'runtype()': [
    [
      ['runtype/runtype.test.ts', 'asks the questions of its contract, pinned, and no others'],
      ['runtype/runtype.test.ts', 'are written in its words, options in their order'],
    ],
    [['runtype/runtype.test.ts', 'may refuse one question, and answers the others']],
    [
      [
        'runtype/runtype.test.ts',
        'keeps the confidence of a provider apart, and drops one that is none',
      ],
    ],
    [
      ['runtype/runtype.test.ts', 'may sum to %d, as it is rounded'],
      ['adapters.test.ts', 'declares what it rounds to: $name'],
    ],
    [
      ['runtype/runtype.test.ts', 'are none where there is nothing but a key'],
      ['runtype/runtype.test.ts', 'asks the questions of its contract, pinned, and no others'],
    ],
    [
      ['runtype/runtype.test.ts', 'of status %d says its stable code and nothing else'],
      ['runtype/runtype.test.ts', 'is one after 5 seconds of an attempt, and after 15 in all'],
    ],
  ],
};
