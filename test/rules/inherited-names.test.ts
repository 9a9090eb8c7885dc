import { describe, expect, it } from 'vitest';
import { explain, isJudgementError, type RulesOptions } from '../../src/index.js';

/*
 * Tables that are written as objects have members that nobody wrote: a name out of the judged text
 * must not find them.
 */
const NAMES: readonly string[] = [
  'constructor',
  '__proto__',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
];

/** Texts in which a name stands where a table is asked for it. */
const TEXTS: readonly ((name: string) => string)[] = [
  (name) => `${name} -rf /`,
  (name) => `${name}.exe ${name}`,
  (name) => `echo $${name}; rm -rf "\${${name}}"`,
  (name) => `${name}=1; ${name}() { ${name}; }; ${name}`,
  (name) => `declare -A ${name}; ${name}[${name}]=1; set -o ${name}; trap ${name} ${name}`,
  (name) =>
    `sudo ${name}; env ${name}=1 ${name}; xargs ${name}; sh -c ${name}; ssh ${name} ${name}`,
  (name) =>
    `git ${name} ${name}; hg ${name}; svn ${name}; gh ${name} ${name}; docker ${name} ${name}`,
  (name) => `kubectl ${name} ${name}; helm ${name}; terraform ${name}; pulumi ${name}; cdk ${name}`,
  (name) => `aws ${name} ${name}; gcloud ${name} ${name}; az ${name} ${name}; heroku ${name}`,
  (name) =>
    `npm run ${name}; npx ${name}; pip ${name} x; apt ${name} x; cargo ${name}; make ${name}`,
  (name) =>
    `rails ${name}; php artisan ${name}; python manage.py ${name}; rake ${name}; mix ${name}`,
  (name) =>
    `psql -c "${name} table a"; mysql -e "drop ${name} a"; redis-cli ${name}; vault ${name}`,
  (name) => `mongosh --eval "db.${name}.${name}()"; mongosh --eval "db.${name}()"`,
  (name) => `curl -X ${name} --${name} a https://a.b; wget --${name}; http ${name} a.b`,
  (name) => `scp a ${name}:b; rsync --${name} a ${name}:b; rclone ${name} a b:; restic ${name}`,
  (name) =>
    `mkfs.${name} /dev/sda; dd ${name}=/dev/sda; chmod ${name} /; find / -${name}; tar --${name}`,
  (name) =>
    `systemctl ${name} ${name}; shutdown ${name}; kill ${name}; openssl ${name}; gpg --${name}`,
  (name) => `python3 -c "${name}('a')"; python3 -c "import ${name}; ${name}.${name}('/')"`,
  (name) => `node -e "require('${name}').${name}('/')"; node -e "fs.${name}('/'); ${name}('a')"`,
  (name) =>
    `ruby -e "${name}('a')"; perl -e "${name}('a')"; php -r "${name}('a');"; lua -e "${name}()"`,
  (name) => `awk '{ ${name}("x") }'; sed '${name}'; jq ${name}; expr ${name}`,
  (name) => `%${name}% & set ${name}=1 & del /${name} C:\\ & for %a in (${name}) do ${name}`,
  (name) => `Get-${name}; ${name} -${name} C:\\; $${name} = 1; $${name}.${name}; $env:${name}`,
  (name) => `[Environment]::GetFolderPath('${name}'); [${name}]::${name}('a'); New-Object ${name}`,
  (name) => `[Environment]::GetEnvironmentVariable('${name}') | ${name}; & $${name} ${name}`,
];

const TOOLS: readonly string[] = ['Bash', 'PowerShell', 'cmd', 'constructor'];

/** What judging a command says; fails for an error that is not one of ours. */
function judged(tool: string, command: string, options: RulesOptions): unknown {
  const limits = { workspace_root: '/srv/proj', network_scope: ['a.b'], amount_bound: 1 };
  try {
    return explain({ tool, input: { command }, ...limits }, options).unsafe.noul;
  } catch (error) {
    if (isJudgementError(error)) return error.code;
    throw new Error(`${tool}: ${command}`, { cause: error });
  }
}

describe('a name that every object inherits', () => {
  it.each(NAMES)('is a name like any other to the rules for commands: %s', (name) => {
    for (const text of TEXTS) {
      for (const tool of TOOLS) {
        for (const strict of [false, true]) {
          const same = judged(tool, text(`${name}q`), { strict });
          expect([tool, text(name), judged(tool, text(name), { strict })]).toEqual([
            tool,
            text(name),
            same,
          ]);
        }
      }
    }
  });

  it.each(NAMES.slice(2))('is a name like any other in an input: %s', (name) => {
    const inputs: readonly object[] = [
      { [name]: '/etc' },
      { amount: { [name]: 5, currency: name } },
      { amount: 5, currency: name },
      { url: `https://${name}/`, path: name, command: [name, name] },
      { tool: name, input: { command: name } },
    ];
    for (const input of inputs) {
      const { unsafe } = explain({ tool: name, capability: name, input, workspace_root: '/srv' });
      expect(unsafe.noul).toBe(0);
    }
  });
});
