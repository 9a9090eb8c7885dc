/**
 * Runs the contract suite from the command line.
 *
 *     node run.mjs server <url> [--token <token>] [--strict]
 *     node run.mjs client [<port>]
 *
 * @module
 */
import { clientCases, faultsOf, send, serveClientCases, serverCases } from './contract.mjs';

const [half, where, ...rest] = process.argv.slice(2);
if (half === 'server' && where !== undefined) await checkServer(where);
else if (half === 'client') await checkClient(Number(where ?? 0));
else {
  console.error('usage: node run.mjs server <url> [--token <token>] [--strict] | client [<port>]');
  process.exitCode = 2;
}

async function checkServer(url) {
  const at = rest.indexOf('--token');
  const token = at < 0 ? undefined : rest[at + 1];
  const strict = rest.includes('--strict');
  const cases = serverCases.filter(({ needs }) => needs === undefined);
  let failed = 0;
  for (const one of cases) {
    const faults = await faultsAt(url, one, { token, strict });
    if (faults.length > 0) failed += 1;
    print(one, faults);
  }
  const skipped = serverCases.length - cases.length;
  console.log(
    `${cases.length - failed} of ${cases.length} hold, ${skipped} need a set-up of their own`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}

async function faultsAt(url, one, { token, strict }) {
  try {
    return await faultsOf(one, await send(url, one, { token }), { strict });
  } catch (error) {
    // A host may hang up on a body that is refused before it has come to its end.
    if (one.expect.may_close) return [];
    return [`no response: ${error?.cause ?? error}`];
  }
}

async function checkClient(port) {
  let left = clientCases.length;
  let failed = 0;
  const serving = await serveClientCases({
    port,
    onOutcome(one, faults) {
      left -= 1;
      if (faults.length > 0) failed += 1;
      print(one, faults);
      if (left > 0) return;
      console.log(`${clientCases.length - failed} of ${clientCases.length} hold`);
      process.exitCode = failed === 0 ? 0 : 1;
      setTimeout(() => serving.close(), 100);
    },
  });
  console.log(`${serving.url}/cases`);
}

function print({ name }, faults) {
  console.log(`${faults.length === 0 ? '✓' : '✗'} ${name}`);
  for (const fault of faults) console.log(`    ${fault.slice(0, 300)}`);
}
