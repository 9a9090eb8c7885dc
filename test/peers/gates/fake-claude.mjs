/**
 * The other end of the Claude Agent SDK: makes the calls that stand in the prompt, all at once, asks
 * the hook and where it says so `canUseTool`, and runs what may run by saying so.
 *
 * @module
 */
import { createInterface } from 'node:readline';

const waiting = new Map();
let hook = '';
let requests = 0;

const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

function ask(request) {
  requests += 1;
  const id = `request-${requests}`;
  write({ type: 'control_request', request_id: id, request });
  return new Promise((resolve) => waiting.set(id, resolve));
}

/** A hook that fails blocks, as `onFailure` says. */
async function decide({ id, command }) {
  const input = { command };
  const call = { tool_name: 'bash', tool_input: input, tool_use_id: id };
  const asked = await ask({
    subtype: 'hook_callback',
    callback_id: hook,
    tool_use_id: id,
    input: { session_id: 's', cwd: '/', hook_event_name: 'PreToolUse', ...call },
  });
  if (asked.subtype !== 'success') return { denied: 'the hook failed' };
  const said = asked.response?.hookSpecificOutput;
  if (said?.permissionDecision === 'deny') return { denied: said.permissionDecisionReason };
  if (said?.permissionDecision !== 'ask') return { input };
  const prompt = { subtype: 'can_use_tool', tool_name: 'bash', input, tool_use_id: id };
  const answered = await ask(prompt);
  const permission = answered.response;
  if (permission?.behavior !== 'allow') return { denied: permission?.message ?? 'no answer' };
  return { input: permission.updatedInput ?? input };
}

async function run(call) {
  const { denied, input } = await decide(call);
  const content = denied ?? `ran: ${input.command}`;
  const result = {
    type: 'tool_result',
    tool_use_id: call.id,
    content,
    is_error: denied !== undefined,
  };
  write({
    type: 'user',
    message: { role: 'user', content: [result] },
    parent_tool_use_id: null,
    session_id: 's',
    uuid: call.id,
  });
}

async function start(calls) {
  await Promise.all(calls.map(run));
  write({ type: 'result', subtype: 'success', is_error: false, result: 'done', session_id: 's' });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'control_response') {
    waiting.get(message.response.request_id)?.(message.response);
  } else if (message.type === 'control_request') {
    const { hooks } = message.request;
    if (hooks !== undefined) hook = hooks.PreToolUse[0].hookCallbackIds[0];
    const response = { commands: [], models: [], account: {}, hook_on_failure_supported: true };
    const about = { subtype: 'success', request_id: message.request_id };
    write({ type: 'control_response', response: { ...about, response } });
  } else if (message.type === 'user') {
    const { content } = message.message;
    start(JSON.parse(typeof content === 'string' ? content : content[0].text));
  }
});
