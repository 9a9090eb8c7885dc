/*
 * A gate in the transport of an MCP server: no tool of it is called before the call was judged. The
 * client stands for a model that would delete everything, and look at a host that is out of scope,
 * on which its user decides.
 */
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { rulesJudge, rulesQuestions, threshold } from 'judgement';
import { createGate } from 'judgement/gate';
import { gateTransport } from 'judgement/gates/mcp';
import { generateKey, memoryLog, verifyPackage } from 'judgement/receipt';
import { z } from 'zod';

const [machine, ada] = [generateKey(), generateKey()];
const { shell_destructive, network_off_scope } = rulesQuestions;
const log = memoryLog();
const gate = createGate({
  judge: rulesJudge(),
  questions: { shell_destructive, network_off_scope },
  policy: threshold(0.5, { yes: { network_off_scope: 'ask' } }),
  context: { networkScope: ['example.com'] },
  signer: machine.signer,
  log,
});

const server = new McpServer({ name: 'shell', version: '1.0.0' });
server.registerTool('bash', { inputSchema: z.object({ command: z.string() }) }, ({ command }) => ({
  content: [{ type: 'text', text: `ran ${command}` }],
}));
const [ours, theirs] = InMemoryTransport.createLinkedPair();
const approver = { by: 'human://ada', signer: ada.signer };
await server.connect(gateTransport(theirs, gate, { approver }));

const capabilities = { elicitation: { form: {} } };
const client = new Client({ name: 'agent', version: '1.0.0' }, { capabilities });
client.setRequestHandler('elicitation/create', ({ params }) => {
  console.log('asked:', params.message);
  return { action: 'accept', content: {} };
});
await client.connect(ours);
for (const command of ['rm -rf /', 'curl https://example.org']) {
  const { content } = await client.callTool({ name: 'bash', arguments: { command } });
  for (const part of content) if (part.type === 'text') console.log(part.text);
}
const receipts = (await log.read()).map(({ envelope }) => envelope);
const { status } = verifyPackage(receipts, { keys: [machine.publicKey, ada.publicKey] });
console.log(receipts.length, 'receipts:', status);
