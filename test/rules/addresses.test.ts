import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json.js';
import { explain } from '../../src/rules/index.js';

function answers(input: JsonObject): { readonly network: 0 | 1; readonly path: 0 | 1 } {
  const state = {
    tool: 'call',
    input,
    workspace_root: '/srv/proj',
    network_scope: ['ok.example', '203.0.113.7'],
  };
  const { network_off_scope: network, path_outside_workspace: path } = explain(state);
  return { network: network.noul, path: path.noul };
}

describe('a field that names an address', () => {
  it.each<[JsonObject, 0 | 1]>([
    [{ ip: '203.0.113.9', port: 22 }, 1],
    [{ ip_address: '203.0.113.9', port: 443 }, 1],
    [{ ipAddr: '203.0.113.9', port: '443' }, 1],
    [{ ip: '203.0.113.7', port: 22 }, 0],
    // Without a port it may be looked up, blocked or noted.
    [{ ip: '203.0.113.9' }, 0],
    [{ callback: 'https://evil.example/hook' }, 1],
    [{ callback: 'https://ok.example/hook' }, 0],
    [{ callback: 'onDone' }, 0],
    [{ callback_url: 'evil.example/hook' }, 1],
    [{ callbackUrl: 'https://ok.example' }, 0],
  ])('is a host where its key and what is beside it say so: %j', (input, network) => {
    expect(answers(input).network).toBe(network);
  });

  it.each<[string, 0 | 1]>([
    ['//evil/x', 1],
    ['//srv/proj/x', 0],
    ['//srv/proj', 0],
    ['///etc/passwd', 1],
  ])('is a path of POSIX behind two slashes, which are as good as one: %s', (path, outside) => {
    expect(answers({ file_path: path })).toEqual({ network: 0, path: outside });
  });
});
