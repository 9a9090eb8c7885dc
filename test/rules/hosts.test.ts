import { describe, expect, test } from 'vitest';
import { hostsReached } from '../../src/rules/hosts.js';
import { leaveOf, readScope } from '../../src/rules/network.js';
import { runShell } from '../../src/rules/shell/commands.js';
import { hostsOf } from '../../src/rules/url.js';

/** A command text, the hosts that it must reach, in order and each once, and why. */
type Row = readonly [why: string, hosts: readonly string[], text: string];

function reachedBy(text: string, strict = false) {
  const run = runShell(text, { workspaceRoot: '/srv/proj' });
  const context = { workspaceRoot: '/srv/proj', scratchRoots: [], strict, run };
  return run.executions.flatMap((execution) => hostsReached(execution, context));
}

function namesReached(text: string): readonly string[] {
  const names = reachedBy(text).flatMap(({ host, form }) => {
    return (hostsOf(host, form)?.reaches ?? []).map((reach) => reach.host);
  });
  return [...new Set(names)];
}

function checkRows(name: string, rows: readonly Row[]): void {
  describe(name, () => {
    test.each(rows.map(([why, hosts, text]) => ({ why, hosts, text })))(
      '$why: $text',
      ({ hosts, text }) => {
        expect(namesReached(text)).toEqual(hosts);
      },
    );
  });
}

checkRows('curl', [
  ['a URL', ['e.example'], 'curl https://e.example/x'],
  ['without a scheme', ['e.example'], 'curl -sSL e.example -o out'],
  ['with a path', ['e.example'], 'curl e.example/path?x=1'],
  ['with a port', ['localhost'], 'curl localhost:3000/api'],
  ['user information', ['a.example'], 'curl https://user:pw@a.example:8443/x'],
  ['several', ['a.example', 'b.example'], 'curl https://a.example https://b.example'],
  ['a list of hosts', ['a.example', 'b.example'], "curl 'https://{a.example,b.example}/'"],
  ['a list of URLs', ['a.example', 'b.example'], "curl '{https://a.example/,https://b.example/}'"],
  ['a range', ['s1.example', 's9.example'], "curl 'https://s[1-9].example/'"],
  ['a range in a path', ['a.example'], "curl 'https://a.example/[1-9].png'"],
  ['an IPv6 address', ['2001:db8::1'], "curl -g 'http://[2001:db8::1]:80/'"],
  ['by option', ['e.example'], 'curl --url https://e.example'],
  ['the form with =, which most versions refuse', [], 'curl --url=https://e.example'],
  ['a proxy', ['a.example', 'p.example'], 'curl -x http://p.example:8080 https://a.example'],
  ['an attached proxy', ['a.example', 'p.example'], 'curl -xp.example:8080 https://a.example'],
  [
    'a proxy in a variable',
    ['p.example', 'a.example'],
    'https_proxy=p.example:80 curl https://a.example',
  ],
  ['SOCKS', ['a.example', 'p.example'], 'curl --socks5-hostname p.example:1080 a.example'],
  [
    'another resolver',
    ['a.example', 'd.example'],
    'curl --doh-url https://d.example/dns https://a.example',
  ],
  [
    'a pinned address',
    ['a.example', '203.0.113.9'],
    'curl --resolve a.example:443:203.0.113.9 https://a.example',
  ],
  [
    'another connection',
    ['a.example', 'e.example'],
    'curl --connect-to a.example:443:e.example:443 https://a.example',
  ],
  ['the next group', ['a.example', 'b.example'], 'curl a.example --next b.example'],
  ['a configuration', ['e.example'], "curl -K - <<< 'url=https://e.example'"],
  ['a header', ['a.example'], "curl -H 'Referer: https://e.example' https://a.example"],
  ['a referrer', ['a.example'], 'curl -e https://e.example https://a.example'],
  ['a user agent', ['a.example'], 'curl -A https://e.example https://a.example'],
  ['a body', ['a.example'], `curl -d '{"url":"https://e.example"}' https://a.example`],
  ['an output', ['a.example'], 'curl -o https://e.example https://a.example'],
  ['an unknown URL', [], 'curl "$URL"'],
  ['an unknown host', [], 'curl https://$(cat host)/x'],
  ['an unknown path', ['a.example'], 'curl https://a.example/$(cat x)'],
  ['an unknown login', ['a.example'], 'curl "https://u:$TOKEN@a.example/x"'],
  ['an unknown port', ['a.example'], 'curl "https://a.example:$PORT/x"'],
  ['a host put together', ['evil.example'], 'H=evil; curl https://$H.example/x'],
  ['a variable', ['e.example'], 'U=https://e.example; curl $U'],
  ['items', ['e.example'], 'echo https://e.example | xargs curl'],
  ['version', [], 'curl --version'],
]);

checkRows('other clients of HTTP', [
  ['wget', ['e.example'], 'wget -q -O- e.example/x'],
  ['a list that is fetched', ['e.example'], 'wget -i https://e.example/list'],
  [
    'a list from a pipe',
    ['a.example', 'b.example'],
    "printf 'https://a.example\\nhttps://b.example\\n' | wget -i -",
  ],
  ['a proxy', ['a.example', 'p.example'], 'wget -e https_proxy=p.example:80 https://a.example'],
  ['a referrer', ['a.example'], 'wget --referer=https://e.example https://a.example'],
  ['HTTPie', ['e.example'], 'http POST e.example a=1'],
  ['HTTPie with a text', ['a.example'], 'http POST a.example u=https://e.example'],
  ['HTTPie on this machine', ['localhost'], 'http :3000/x'],
  [
    'HTTPie with a proxy',
    ['a.example', 'p.example'],
    'http --proxy=https:http://p.example:80 a.example',
  ],
  ['PowerShell', ['e.example'], 'Invoke-WebRequest -Uri https://e.example -OutFile x'],
  ['aria2', ['e.example'], 'aria2c -x 4 https://e.example/f'],
]);

checkRows('version control', [
  ['a clone', ['e.example'], 'git clone https://e.example/r.git'],
  ['a clone by ssh', ['e.example'], 'git clone git@e.example:x/r.git'],
  [
    'a clone with an option of a value',
    ['e.example'],
    'git clone -b main --depth 1 ssh://e.example/r',
  ],
  ['a host without a user', ['e.example'], 'git clone e.example:r.git'],
  ['a fetch', ['e.example'], 'git -C sub fetch https://e.example/r main'],
  ['a push', ['e.example'], 'git push https://t@e.example/r HEAD'],
  ['a look', ['e.example'], 'git ls-remote https://e.example/r'],
  ['a submodule', ['e.example'], 'git submodule add https://e.example/r lib'],
  [
    'a proxy',
    ['a.example', 'p.example'],
    'git -c http.proxy=http://p.example:80 clone https://a.example/r',
  ],
  [
    'another place for all',
    ['a.example', 'e.example'],
    'git -c url.https://e.example/.insteadOf=https://a.example/ clone https://a.example/r',
  ],
  ['a remote used at once', ['e.example'], 'git remote add e https://e.example/r && git fetch e'],
  ['a remote that fetches', ['e.example'], 'git remote add -f e https://e.example/r'],
  ['a remote that is noted', [], 'git remote add o https://e.example/r.git'],
  ['a setting', [], 'git config remote.o.url https://e.example/r.git'],
  ['a message', [], "git commit -m 'see https://e.example/doc'"],
  ['a search', [], 'git log --grep=https://e.example'],
  ['a remote of old', [], 'git push origin main'],
  ['a directory', [], 'git clone ../r.git'],
  ['a forge', ['e.example'], 'gh repo clone https://e.example/x/y'],
  ['the host of a forge', ['e.example'], 'GH_HOST=e.example gh pr list'],
  ['a text for a forge', [], 'gh issue create --title x --body "see https://e.example"'],
  ['Mercurial', ['e.example'], 'hg clone https://e.example/r'],
]);

checkRows('remote shells, copies and connections', [
  ['ssh', ['a.example'], 'ssh -p 2222 deploy@a.example uptime'],
  ['a jump', ['a.example', 'j.example'], 'ssh -J u@j.example a.example'],
  ['another host name', ['a.example', 'e.example'], 'ssh -o HostName=e.example a.example'],
  ['what is run there', ['a.example', 'e.example'], "ssh a.example 'curl https://e.example'"],
  ['scp', ['e.example'], 'scp f u@e.example:/x'],
  ['scp from', ['e.example'], 'scp e.example:f .'],
  ['scp between files', [], 'scp a.txt ./b:c'],
  ['rsync', ['e.example'], 'rsync -a src/ e.example:/x'],
  ['a daemon', ['e.example'], 'rsync -a rsync://e.example/m .'],
  ['sftp', ['e.example'], 'sftp u@e.example:/srv/f .'],
  ['nc', ['e.example'], 'nc -w 3 e.example 80'],
  ['nc that listens', [], 'nc -l 8080'],
  ['telnet', ['e.example'], 'telnet e.example 23'],
  ['socat', ['e.example'], 'socat FILE:x OPENSSL:e.example:443,verify=0'],
  ['TLS', ['e.example'], 'openssl s_client -connect e.example:443'],
  ['a certificate request', [], 'openssl req -new -subj /CN=e.example'],
  ['a redirection', ['e.example'], 'cat < /dev/tcp/e.example/80'],
  ['a redirection of a group', ['e.example'], '{ ls; } > /dev/tcp/e.example/80'],
  ['ping', ['e.example'], 'ping -c1 e.example'],
  ['a name', ['e.example'], 'dig +short e.example MX'],
  ['a server', ['203.0.113.1', 'e.example'], 'dig @203.0.113.1 e.example'],
  ['a scan', ['e.example'], 'nmap -sV -p 80 e.example'],
  ['a database', ['e.example'], 'psql -h e.example -U u db'],
  ['a database by URL', ['e.example'], 'psql postgres://u@e.example/db'],
  ['a database by settings', ['e.example'], 'psql "host=e.example dbname=d"'],
  ['a database by variable', ['e.example'], 'PGHOST=e.example psql db'],
  ['a statement', [], `psql -c "insert into t values ('https://e.example')"`],
]);

checkRows('packages, images and stores', [
  ['a registry', ['e.example'], 'npm install --registry https://e.example pkg'],
  ['a registry in one word', ['e.example'], 'npm i --registry=https://e.example pkg'],
  ['a registry of a scope', ['e.example'], 'npm i --@s:registry=https://e.example @s/p'],
  ['a package', ['e.example'], 'npm i git+https://e.example/r.git'],
  ['a registry that is noted', [], 'npm config set registry https://e.example'],
  ['an index', ['e.example'], 'pip install -i https://e.example/simple x'],
  ['an attached index', ['e.example'], 'pip install -ihttps://e.example/simple x'],
  ['an index more', ['e.example'], 'uv pip install --extra-index-url https://e.example x'],
  ['a module of Go', ['e.example'], 'go get e.example/mod@v1'],
  ['a command of Go', ['e.example'], 'go run e.example/cmd@latest x.y/z'],
  ['a package of this module', [], 'go run ./cmd'],
  ['an image', ['r.example'], 'docker run --rm -e A=b.c/d r.example/app:1 ls x.y/z'],
  ['an image with a port', ['r.example'], 'docker pull r.example:5000/app'],
  ['an image of the usual registry', [], 'docker pull library/ubuntu:22.04'],
  ['a server', ['e.example'], 'docker -H tcp://e.example:2375 ps'],
  ['a login', ['r.example'], 'docker login -u u r.example'],
  ['a name for an image', [], 'docker build -t r.example/app .'],
  ['a name that is pushed', ['r.example'], 'docker buildx build --push -t r.example/app .'],
  ['a repository of charts', ['e.example'], 'helm repo add x https://e.example'],
  ['a manifest', ['e.example'], 'kubectl apply -f https://e.example/m.yaml'],
  ['an endpoint', ['e.example'], 'aws --endpoint-url https://e.example s3 cp f s3://bucket/'],
  ['a bucket', ['bucket'], 'aws s3 cp x s3://bucket/'],
  ['a runner of packages', ['e.example'], 'npx degit https://e.example/r'],
  ['a variable for a child', ['e.example'], 'API_URL=https://e.example npm test'],
  [
    'a list in a variable',
    ['e.example', 'a.example'],
    'GOPROXY=https://e.example,direct go get a.example/b',
  ],
  ['a variable set by env', ['e.example'], 'env -i API_URL=https://e.example npm test'],
  ['a proxy set by env', ['p.example', 'a.example'], 'env https_proxy=p.example:80 curl a.example'],
  [
    'an exported proxy',
    ['p.example', 'a.example'],
    'export https_proxy=http://p.example; curl a.example',
  ],
  ['a proxy for later', [], 'export https_proxy=http://p.example'],
  ['a path in a variable', [], 'PYTHONPATH=src:lib python x.py'],
]);

checkRows('code and text', [
  ['code', ['e.example'], `node -e "fetch('https://e.example')"`],
  [
    'code of Python',
    ['e.example'],
    `python3 -c "import requests; requests.get('https://e.example/x')"`,
  ],
  [
    'a connection in code',
    ['e.example'],
    `python3 -c "import socket; s = socket.socket(); s.connect(('e.example', 80))"`,
  ],
  ['code that prints', [], `node -e "console.log('https://e.example')"`],
  ['an argument of a script', ['e.example'], 'node x.js --url=https://e.example'],
  ['a comment', [], 'npm test # https://e.example'],
  ['a heredoc', [], "cat > a.md <<'EOF'\nhttps://e.example\nEOF"],
  ['a text edit', [], "sed -i 's#https://a#https://e.example#' x"],
  ['a search', [], 'grep -rn https://e.example src'],
  ['a print', [], 'echo https://e.example >> notes'],
  ['a print behind a wrapper', [], 'sudo -u x echo https://e.example'],
  ['a print by xargs', [], 'xargs -n1 echo https://e.example'],
  ['an exported variable', [], 'export API_URL=https://e.example'],
  ['a test', [], '[ "$U" = https://e.example ]'],
  ['a compiler', [], 'gcc -DURL=https://e.example x.c'],
  ['prose', [], 'mytool --note "see https://e.example"'],
  ['a template', [], "mytool 'https://${HOST}/x' 'https://{host}/x' 'https://*.example.com'"],
  ['a substitution', ['e.example'], 'echo $(curl -s https://e.example)'],
  ['a shell in a shell', ['e.example'], "bash -c 'curl https://e.example'"],
]);

test('names what the program gets, so that a URL that parsers read differently can be told', () => {
  const [reached] = reachedBy("curl 'https://api.example.com\\@evil.example/'");
  const scope = readScope(['api.example.com']);
  expect(reached?.form).toBe('host');
  expect(reached && leaveOf(reached.host, reached.form, scope)?.rule).toBe(
    'network.parsers_differ',
  );
});

test('strict rules take an unknown host for one out of scope', () => {
  const scope = readScope(['api.example.com', '*.example.com']);
  for (const text of ['curl "$URL"', 'curl https://$(cat host)/x', 'ssh "$H"']) {
    const [reached] = reachedBy(text, true);
    expect(reached && leaveOf(reached.host, reached.form, scope)?.rule).toBe(
      'network.unreadable_host',
    );
  }
  expect(reachedBy('curl https://api.example.com/$X', true)).toHaveLength(1);
});

test('says where the host stands', () => {
  const text = 'ls; curl -s https://e.example/x';
  const [reached] = reachedBy(text);
  expect(reached && text.slice(reached.span.start, reached.span.end)).toBe('https://e.example/x');
});
