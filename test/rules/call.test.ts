import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/json.js';
import { type Call, type CommandText, readCall, toolCall } from '../../src/rules/call.js';
import { faultOf } from '../fault.js';

function callOf(input: JsonValue, tool = 'Bash'): Call {
  return readCall({ tool, input });
}

function commandsOf(input: JsonValue, tool = 'Bash'): readonly CommandText[] {
  return callOf(input, tool).commands;
}

describe('toolCall', () => {
  it('writes the names of the wire and leaves out what is absent', () => {
    const state = toolCall({
      tool: 'Bash',
      capability: 'shell.exec',
      input: { command: 'ls' },
      workspaceRoot: '/srv/proj',
      networkScope: ['api.example.com'],
      amountBound: 0,
      scratchRoots: ['/tmp/job'],
    });
    expect(JSON.stringify(state)).toBe(
      '{"tool":"Bash","capability":"shell.exec","input":{"command":"ls"},' +
        '"workspace_root":"/srv/proj","network_scope":["api.example.com"],"amount_bound":0,' +
        '"scratch_roots":["/tmp/job"]}',
    );
    expect(Object.isFrozen(state)).toBe(true);
  });

  it('defaults the input to an empty object and drops empty lists', () => {
    expect(toolCall({ tool: 'Read', networkScope: [], scratchRoots: [] })).toEqual({
      tool: 'Read',
      input: {},
    });
  });

  it('takes an option that is undefined as absent', () => {
    const options = { tool: 'Read', input: undefined, amountBound: undefined };
    expect(toolCall(options as unknown as { tool: string })).toEqual({ tool: 'Read', input: {} });
  });

  it('reads a getter once', () => {
    let reads = 0;
    const call = {
      tool: 'Read',
      get input() {
        reads += 1;
        return { file_path: reads === 1 ? 'a.ts' : '/etc/passwd' };
      },
    };
    expect(toolCall(call)).toEqual({ tool: 'Read', input: { file_path: 'a.ts' } });
    expect(reads).toBe(1);
  });

  it.each([
    [{ tool: 'Bash', workspace_root: '/x' }, 'call.workspace_root'],
    [{ tool: 'Bash', bound: 1 }, 'call.bound'],
    [{ input: {} }, 'call.tool'],
    [{ tool: '' }, 'call.tool'],
    [{ tool: 7 }, 'call.tool'],
    [{ tool: 'Bash', workspaceRoot: 'srv/proj' }, 'call.workspaceRoot'],
    [{ tool: 'Bash', workspaceRoot: '/srv\0' }, 'call.workspaceRoot'],
    [{ tool: 'Bash', scratchRoots: ['/tmp', '~/x'] }, 'call.scratchRoots[1]'],
    [{ tool: 'Bash', networkScope: 'a.example' }, 'call.networkScope'],
    [{ tool: 'Bash', networkScope: ['a.example', 1] }, 'call.networkScope[1]'],
    [{ tool: 'Bash', amountBound: -1 }, 'call.amountBound'],
    [{ tool: 'Bash', amountBound: '100' }, 'call.amountBound'],
    [null, 'call'],
  ])('refuses the options %j and names %s', (options, path) => {
    const call = options as unknown as { tool: string };
    expect(faultOf(() => toolCall(call))).toEqual(['bad_option', path]);
  });

  it('refuses a bound that is not a number and an input that is not JSON', () => {
    const bound = faultOf(() => toolCall({ tool: 'Bash', amountBound: Number.NaN }));
    expect(bound).toEqual(['bad_option', 'call.amountBound']);
    const date = faultOf(() => toolCall({ tool: 'Bash', input: { at: new Date(0) } }));
    expect(date).toEqual(['not_json', 'call.input.at']);
  });
});

describe('readCall', () => {
  it('reads the limits and treats missing ones as not declared', () => {
    const call = readCall({ tool: 'Bash', input: {}, extra: { kept: true } });
    expect([call.tool, call.capability, call.networkScope, call.scratchRoots]).toEqual([
      'Bash',
      '',
      [],
      [],
    ]);
    expect(Object.hasOwn(call, 'workspaceRoot')).toBe(false);
    expect(Object.hasOwn(call, 'amountBound')).toBe(false);
  });

  it.each<[JsonValue, string]>([
    ['rm -rf /', 'state'],
    [['Bash'], 'state'],
    [null, 'state'],
    [{}, 'state.tool'],
    [{ tool: null }, 'state.tool'],
    [{ tool: 'Bash', args: { command: 'rm -rf /' } }, 'state.input'],
    [{ tool: 'Bash', tool_input: { command: 'rm -rf /' } }, 'state.input'],
    [{ tool: 'x', capability: 1 }, 'state.capability'],
    [{ tool: 'x', workspace_root: 'proj' }, 'state.workspace_root'],
    [{ tool: 'x', workspace_root: '' }, 'state.workspace_root'],
    [{ tool: 'x', workspace_root: null }, 'state.workspace_root'],
    [{ tool: 'x', network_scope: ['a', null] }, 'state.network_scope[1]'],
    [{ tool: 'x', amount_bound: -0.5 }, 'state.amount_bound'],
    [{ tool: 'x', amount_bound: '5' }, 'state.amount_bound'],
    [{ tool: 'x', scratch_roots: ['tmp'] }, 'state.scratch_roots[0]'],
  ])('refuses the state %j and names %s', (state, path) => {
    expect(faultOf(() => readCall(state))).toEqual(['bad_state', path]);
  });

  it.each([
    ['workspaceRoot', '/srv'],
    ['networkScope', ['a.example']],
    ['amountBound', 5],
    ['scratchRoots', ['/tmp']],
  ])('refuses a limit under its name as an option, %s, which would not be held', (name, value) => {
    const fault = ['bad_state', `state.${name}`];
    expect(faultOf(() => readCall({ tool: 'x', [name]: value }))).toEqual(fault);
  });

  it('does not take an inherited member for one of the state', () => {
    const state = Object.create({ tool: 'Bash' });
    expect(faultOf(() => readCall(state))).toEqual(['bad_state', 'state.tool']);
  });

  it('accepts roots of POSIX and of Windows', () => {
    for (const root of ['/', '/srv', 'C:\\work', 'c:/work', '\\\\server\\share']) {
      expect(readCall({ tool: 'x', input: {}, workspace_root: root }).workspaceRoot).toBe(root);
    }
  });
});

describe('commands', () => {
  it.each([
    'command',
    'cmd',
    'script',
    'shell_command',
    'shellCommand',
    'shell-command',
    'Command',
    'CMD',
    'commandLine',
  ])('are read under %s', (key) => {
    expect(commandsOf({ [key]: 'rm -rf /' })).toMatchObject([{ text: 'rm -rf /' }]);
  });

  it.each(['code', 'content', 'new_string', 'message', 'query', 'description', 'args', 'name'])(
    'are not read under %s',
    (key) => {
      expect(commandsOf({ [key]: 'rm -rf /' })).toEqual([]);
    },
  );

  it('are all read when several keys hold one', () => {
    expect(commandsOf({ command: 42, cmd: 'rm -rf /', script: 'ls' })).toEqual([
      { where: 'input.cmd', dialect: 'posix', text: 'rm -rf /' },
      { where: 'input.script', dialect: 'posix', text: 'ls' },
    ]);
  });

  it.each<[string, JsonValue, readonly Partial<CommandText>[]]>([
    ['an argv', { command: ['rm', '-rf', '/'] }, [{ argv: ['rm', '-rf', '/'] }]],
    ['an argv with a number', { cmd: ['sleep', 5] }, [{ argv: ['sleep', '5'] }]],
    [
      'texts in a list that begins with a whole command',
      { command: ['git status', 'ls'] },
      [
        { where: 'input.command[0]', text: 'git status' },
        { where: 'input.command[1]', text: 'ls' },
      ],
    ],
    [
      'texts under a plural',
      { commands: ['ls', 'pwd'] },
      [
        { where: 'input.commands[0]', text: 'ls' },
        { where: 'input.commands[1]', text: 'pwd' },
      ],
    ],
    [
      'argvs under a plural',
      { commands: [['rm', '-rf', '/'], ['ls']] },
      [{ where: 'input.commands[0]', argv: ['rm', '-rf', '/'] }, { argv: ['ls'] }],
    ],
    ['the lines of a script', { script: ['npm ci', 'npm test'] }, [{ text: 'npm ci' }, {}]],
    [
      'a program and its args',
      { command: 'rm', args: ['-rf', '/'] },
      [{ argv: ['rm', '-rf', '/'] }],
    ],
    [
      'a program and its args through a shell',
      { command: 'rm', args: ['-rf', '$X'], shell: true },
      [{ text: 'rm -rf $X' }],
    ],
    ['a command line and more args', { command: 'rm -rf', args: ['/'] }, [{ text: 'rm -rf /' }]],
    ['a program and args as text', { command: 'rm', args: '-rf /' }, [{ text: 'rm -rf /' }]],
    ['nothing in an empty argv', { command: [] }, []],
    [
      'objects in a list',
      { commands: [{ command: 'ls', cwd: 'a' }] },
      [{ where: 'input.commands[0].command', text: 'ls' }],
    ],
  ])('can be %s', (_, input, expected) => {
    const commands = commandsOf(input);
    expect(commands).toHaveLength(expected.length);
    expect(commands).toMatchObject(expected);
  });

  it.each<[JsonValue, string]>([
    [{ calls: [{ input: { command: 'ls' } }] }, 'input.calls[0].input.command'],
    [{ tool_calls: [{ arguments: { command: 'ls' } }] }, 'input.tool_calls[0].arguments.command'],
    [{ params: { command: 'ls' } }, 'input.params.command'],
    [{ a: [[{ 'odd key': { cmd: 'ls' } }]] }, 'input.a[0][0]["odd key"].cmd'],
    [
      { tool_calls: [{ function: { name: 'Bash', arguments: '{"command":"ls"}' } }] },
      'input.tool_calls[0].function.arguments.command',
    ],
  ])('are read in the nested call %j', (input, where) => {
    expect(commandsOf(input)).toEqual([{ where, dialect: 'posix', text: 'ls' }]);
  });

  it('are the input itself when a shell takes a text, and only then', () => {
    expect(commandsOf('rm -rf /')).toEqual([
      { where: 'input', dialect: 'posix', text: 'rm -rf /' },
    ]);
    expect(commandsOf('rm -rf /', 'Note')).toEqual([]);
  });

  it('are the input itself when a shell takes a list: one argv, or texts', () => {
    expect(commandsOf(['rm', '-rf', '/'])).toEqual([
      { where: 'input', dialect: 'posix', argv: ['rm', '-rf', '/'] },
    ]);
    expect(commandsOf(['ls -l', 'rm -rf /'])).toEqual([
      { where: 'input[0]', dialect: 'posix', text: 'ls -l' },
      { where: 'input[1]', dialect: 'posix', text: 'rm -rf /' },
    ]);
    expect(commandsOf(['rm', '-rf', '/'], 'Note')).toEqual([]);
  });

  it('are found in an input that is still JSON text, whatever the tool', () => {
    const command = { where: 'input.command', dialect: 'posix', text: 'rm -rf /' };
    expect(commandsOf('{"command":"rm -rf /"}')).toEqual([command]);
    expect(commandsOf('{"command":"rm -rf /"}', 'Note')).toEqual([command]);
    expect(callOf('{"amount":250}', 'pay').amounts).toMatchObject([{ where: 'input.amount' }]);
    expect(commandsOf('{ ls; }')).toMatchObject([{ where: 'input', text: '{ ls; }' }]);
  });

  it('leaves JSON text alone that is not the arguments of a call', () => {
    expect(commandsOf({ payload: '{"command":"rm -rf /"}' })).toEqual([]);
    expect(commandsOf({ arguments: '{"command":' })).toEqual([]);
  });

  it('does not follow JSON text deeper than a state may nest', () => {
    const nested = (depth: number): string =>
      `${'{"a":'.repeat(depth)}{"cmd":"x"}${'}'.repeat(depth)}`;
    expect(commandsOf({ arguments: nested(100) })).toHaveLength(1);
    expect(commandsOf({ arguments: nested(50_000) })).toEqual([]);
  });

  it.each([
    ['Bash', '', 'posix'],
    ['mcp__x__run_cmd', '', 'posix'],
    ['run_batch', '', 'posix'],
    ['PowerShell', '', 'powershell'],
    ['mcp__win__power_shell', '', 'powershell'],
    ['pwsh', '', 'powershell'],
    ['cmd', '', 'cmd'],
    ['mcp__win__cmd', '', 'cmd'],
    ['cmd.exe', '', 'cmd'],
    ['exec', 'shell.powershell', 'powershell'],
    ['exec', 'shell.cmd', 'cmd'],
    ['exec', 'shell.exec', 'posix'],
    ['Bash', 'shell.powershell', 'posix'],
  ])('of the tool %s with capability "%s" are %s', (tool, capability, dialect) => {
    const { commands } = readCall({ tool, capability, input: { command: 'x' } });
    expect(commands).toMatchObject([{ dialect }]);
  });

  it('take the dialect of the nearest call that says one', () => {
    const nested = { calls: [{ tool: 'PowerShell', input: { command: 'x' } }] };
    expect(commandsOf(nested)).toMatchObject([{ dialect: 'powershell' }]);
    const back = { name: 'pwsh', args: { calls: [{ tool: 'bash', input: { command: 'x' } }] } };
    expect(commandsOf({ a: back }, 'cmd')).toMatchObject([{ dialect: 'posix' }]);
    expect(commandsOf({ name: 'pwsh', input: { command: 'x' } })).toMatchObject([
      { dialect: 'posix' },
    ]);
  });
});

describe('fields', () => {
  const keys = (fields: readonly { key: string }[]): string[] => fields.map(({ key }) => key);
  const text = (names: readonly string[]): JsonValue =>
    Object.fromEntries(names.map((name) => [name, 'v']));

  it('finds paths under these keys, in any case and spelling', () => {
    const names = [
      ...[
        'path',
        'paths',
        'file_path',
        'filePath',
        'file-path',
        'FILE_PATH',
        'FilePath',
        'filepath',
      ],
      ...['notebook_path', 'file', 'files', 'filename', 'fileName', 'file_name', 'source', 'src'],
      ...['from', 'to', 'target', 'target_file', 'destination', 'dest', 'dst', 'output', 'out'],
      ...['output_dir', 'outputDirectory', 'dir', 'directory', 'folder', 'cwd', 'workdir'],
      ...['working_directory', 'root', 'old_path', 'newPath', 'save_as', 'attachments'],
    ];
    expect(keys(callOf(text(names)).paths)).toEqual(names);
  });

  it('finds URLs and hosts under these keys', () => {
    const names = [
      ...['url', 'URL', 'urls', 'uri', 'href', 'endpoint', 'endpoints', 'base_url', 'baseUrl'],
      ...['baseURL', 'webhook_url', 'webhook', 'callback-url', 'image_uri', 'host', 'hostname'],
      ...['db_host', 'origin', 'proxy', 'https_proxy', 'server', 'domain', 'repository', 'link'],
    ];
    expect(keys(callOf(text(names)).urls)).toEqual(names);
  });

  it('finds amounts under these keys', () => {
    const names = [
      ...['amount', 'Amount', 'amounts', 'total', 'price', 'value', 'cost', 'quantity_usd', 'fee'],
      ...['amount_cents', 'amountCents', 'total_cents', 'price_in_cents', 'amount_minor', 'cents'],
      ...['amountUsd', 'payment_amount', 'amount_due', 'max_amount', 'grand_total', 'subtotal'],
      ...['unit_price', 'unitPrice', 'total_price', 'shipping_cost', 'unit_amount', 'spend_usd'],
      ...['total-value', 'sum'],
    ];
    expect(keys(callOf(text(names)).amounts)).toEqual(names);
  });

  it('finds nothing under these keys', () => {
    const names = [
      ...['content', 'old_string', 'new_string', 'text', 'message', 'query', 'prompt', 'body'],
      ...['pattern', 'glob', 'profile', 'file_content', 'file_type', 'url_path', 'json_path'],
      ...['api_path', 'curl', 'ghost', 'no_proxy', 'allowed_hosts', 'blocked_urls', 'limit'],
      ...['count', 'port', 'timeout', 'quantity', 'amount_currency', 'amount_type'],
      ...['total_pages', 'total_count', 'page_total', 'max_value', 'coffee', 'cost_center'],
      ...['discount', 'version', 'units', 'id', 'new_source', 'x'.repeat(5000)],
    ];
    const { paths, urls, amounts, commands } = callOf(text(names));
    expect({ paths, urls, amounts, commands }).toEqual({
      paths: [],
      urls: [],
      amounts: [],
      commands: [],
    });
  });

  it('names the place of a field in arrays and objects', () => {
    const call = callOf({
      edits: [{ file_path: 'a' }, { paths: ['b', ['c']] }],
      'a b': { cwd: 'd' },
    });
    expect(call.paths.map(({ where, value }) => [where, value])).toEqual([
      ['input.edits[0].file_path', 'a'],
      ['input.edits[1].paths[0]', 'b'],
      ['input.edits[1].paths[1][0]', 'c'],
      ['input["a b"].cwd', 'd'],
    ]);
  });

  it('does not pass a key on to the members of an object', () => {
    expect(callOf({ path: { note: '/etc/passwd' }, amount: { count: 500 } })).toMatchObject({
      paths: [],
      amounts: [],
    });
  });

  it('walks an input that is an array', () => {
    expect(callOf([{ path: 'a' }, 'b']).paths).toMatchObject([{ where: 'input[0].path' }]);
  });
});
