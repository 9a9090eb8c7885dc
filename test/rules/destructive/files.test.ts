import { expect, test } from 'vitest';
import { hitsOf, hitsWithoutRoot, type Row, testRows } from './judging.js';

const REMOVE = 'files.remove';

testRows('rm', [
  ['the root directory', REMOVE, 'rm -rf /'],
  ['the root directory by another spelling', REMOVE, 'rm -rf /./'],
  ['above the root directory is the root directory', REMOVE, 'rm -rf /../'],
  ['all that is in the root directory', REMOVE, 'rm -rf /*'],
  ['long options', REMOVE, 'rm --recursive --force --no-preserve-root /'],
  ['long options cut short', REMOVE, 'rm --rec --for /opt'],
  ['options behind the operand', REMOVE, 'rm / -rf'],
  ['capital -R', REMOVE, 'rm -Rf /etc'],
  ['behind the end of options', REMOVE, 'rm -rf -- ~'],
  ['a home', REMOVE, 'rm -rf ~'],
  ['a home by its variable', REMOVE, 'rm -rf "$HOME"/'],
  ['what is in a home', REMOVE, 'rm -rf "$HOME"/*'],
  ['another home', REMOVE, 'rm -rf ~root'],
  ['a part of a home is outside', REMOVE, 'rm -rf $HOME/.ssh'],
  ['a part of a home with a space', REMOVE, 'rm -rf ~/"x y"'],
  ['the workspace', REMOVE, 'rm -rf /srv/proj/'],
  ['what is in the workspace', REMOVE, 'rm -rf /srv/proj/*'],
  ['what is in the working directory', REMOVE, 'rm -rf *'],
  ['all files, even without -r', REMOVE, 'rm *'],
  ['the working directory by variable', REMOVE, 'rm -rf "$PWD"'],
  ['what pwd prints', REMOVE, 'rm -rf $(pwd)'],
  ['what is in it', REMOVE, 'rm -rf "$(pwd)"/*'],
  ['the top of the repository', REMOVE, 'rm -rf $(git rev-parse --show-toplevel)'],
  ['the real path of a system tree', REMOVE, 'rm -rf "$(realpath /etc)"'],
  ['the directory around the workspace', REMOVE, 'rm -rf "$(dirname "$PWD")"'],
  ['the directory above', REMOVE, 'rm -rf ..'],
  ['a neighbour', REMOVE, 'rm -rf ../other'],
  ['a name that only begins like the workspace', REMOVE, 'rm -rf /srv/proj2'],
  ['down and out again', REMOVE, 'rm -rf ./src/../../other'],
  ['down and back is the workspace', REMOVE, 'rm -rf src/..'],
  ['the history', REMOVE, 'rm -rf ./.git'],
  ['the history of a part', REMOVE, 'rm -rf sub/.git'],
  ['what is in the history', REMOVE, 'rm -rf .git/*'],
  ['one file outside, without options', REMOVE, 'rm /etc/hosts'],
  ['one of several', REMOVE, 'rm -rf build /tmp/other'],
  ['braces', REMOVE, 'rm -rf {/etc,/usr}'],
  ['an unset variable in front of a slash', REMOVE, 'rm -rf "$X"/*'],
  ['an unknown directory climbed out of', REMOVE, 'rm -rf "$X/../.."'],
  ['a directory that cannot be left', REMOVE, 'cd /nonexistent; rm -rf *'],
  ['a subshell keeps its directory to itself', REMOVE, '(cd build); rm -rf *'],
  ['through a program with a path', REMOVE, '/bin/rm -rf /'],
  ['in a container, a tree of its own', REMOVE, 'kubectl exec p -- rm -rf /data'],
  ['on another host', REMOVE, "ssh host 'rm -rf ~'"],
  ['a trap', REMOVE, "trap 'rm -rf /' EXIT"],
  ['a part of the workspace', undefined, 'rm -rf src'],
  ['a file', undefined, 'rm file.txt'],
  ['several parts', undefined, 'rm -rf dist build coverage .next'],
  ['parts by a pattern', undefined, 'rm -rf ./packages/*/dist'],
  ['parts at any depth', undefined, 'rm -rf **/node_modules'],
  ['an absolute path inside', undefined, 'rm -rf /srv/proj/dist'],
  ['what is in a part', undefined, 'cd build && rm -rf *'],
  ['a part beside what pwd prints', undefined, 'rm -rf "$(pwd)"/build'],
  ['a lock in the history', undefined, 'rm -f .git/index.lock'],
  ['a name that begins like the history', undefined, 'rm -rf .github'],
  ['a tilde in quotes is a file name', undefined, "rm -rf '~'"],
  ['a star in quotes is a file name', undefined, 'rm -rf "*"'],
  ['an unknown variable alone', undefined, 'rm -rf "$DIR"'],
  ['an unknown variable below another', undefined, 'rm -rf "build/$DIR"'],
  ['beside a script', undefined, 'rm -rf "$(dirname "$0")/build"'],
  ['what mktemp made', undefined, 'tmp=$(mktemp -d); rm -rf "$tmp"'],
  ['what is in what mktemp made', undefined, 'tmp=$(mktemp -d); rm -rf "$tmp"/*'],
  ['help', undefined, 'rm -rf / --help'],
  ['help cut short', undefined, 'rm -rf / --he'],
  ['the dry run of PowerShell', undefined, 'rm -r ~ -WhatIf'],
  ['version', undefined, 'rm --version'],
  ['in a container, below its trees', undefined, 'docker exec web rm -rf /app/cache'],
  ['only text', undefined, 'echo rm -rf /'],
]);

testRows(
  'rm below a declared scratch directory',
  [
    ['what is below it', undefined, 'rm -rf /tmp/build'],
    ['in it', undefined, 'cd /tmp && rm -rf build'],
    ['what is in a part of it', undefined, 'rm -rf /tmp/build/*'],
    ['the directory itself', REMOVE, 'rm -rf /tmp'],
    ['beside it', REMOVE, 'rm -rf /tmp/../tmp2'],
  ],
  { scratchRoots: ['/tmp'] },
);

testRows(
  'rm under strict rules',
  [
    ['an unknown variable', REMOVE, 'rm -rf "$DIR"'],
    ['a part of the workspace', undefined, 'rm -rf dist'],
  ],
  { strict: true },
);

testRows('items that another command hands over', [
  ['all that find finds', REMOVE, 'find . -type f | xargs rm'],
  ['separated by null characters', REMOVE, 'find . -print0 | xargs -0 rm -rf'],
  ['through filters that leave all in', REMOVE, 'find . -type f | sort | uniq | xargs rm'],
  ['all but a few', REMOVE, 'find . -type f | grep -v keep | xargs rm'],
  ['all that ls lists', REMOVE, 'ls | xargs rm -rf'],
  ['all behind a dot', REMOVE, 'ls | xargs -I{} rm -rf ./{}'],
  ['what ls lists of the root directory', REMOVE, 'ls -1 / | xargs rm -rf'],
  ['picked, but outside', REMOVE, 'find / -name core | xargs rm -f'],
  ['in a loop', REMOVE, 'for f in $(find . -type f); do rm "$f"; done'],
  ['read line by line', REMOVE, 'find . -type f | while read -r f; do rm "$f"; done'],
  ['a substitution', REMOVE, 'rm $(ls)'],
  ['in parallel', REMOVE, 'find . | parallel rm -rf {}'],
  ['by fd', REMOVE, 'fd -t f | xargs rm'],
  ['all untracked files', REMOVE, 'git ls-files -o | xargs rm -rf'],
  ['known text', REMOVE, 'echo "/ /etc" | xargs rm -rf'],
  ['through a shell for each', REMOVE, 'find . -exec sh -c \'rm -rf "$1"\' _ {} \\;'],
  ['the lines of a file', 'files.remove_listed', 'cat .buildignore | xargs rm -rf'],
  ['a file as input', 'files.remove_listed', 'xargs rm -rf < .buildignore'],
  ['picked by name', undefined, "find . -name '*.o' | xargs rm -f"],
  ['picked by grep', undefined, "find . -type f | grep '\\.pyc$' | xargs rm"],
  ['picked by a pattern', undefined, 'ls *.o | xargs rm'],
  ['a part of the workspace', undefined, 'ls build | xargs -n1 rm'],
  ['the last of many', undefined, 'ls -t backups | tail -n +6 | xargs rm -f'],
  ['picked by fd', undefined, 'fd -e pyc | xargs rm'],
  ['known text inside', undefined, 'echo dist | xargs rm -rf'],
  ['deleted files', undefined, 'git ls-files -d | xargs git rm'],
  ['files of a file, not directories', undefined, 'cat list.txt | xargs rm -f'],
  ['files that hold a word', undefined, 'grep -rl foo src | xargs rm'],
]);

testRows('find', [
  ['everything', 'files.find_delete', 'find . -delete'],
  ['no root is the working directory', 'files.find_delete', 'find -delete'],
  ['every file', 'files.find_delete', 'find . -type f -delete'],
  ['every file of the top', 'files.find_delete', 'find . -maxdepth 1 -type f -delete'],
  ['the root directory', 'files.find_delete', 'find / -delete'],
  ['picked, but outside', 'files.find_delete', "find /var/log -name '*.gz' -delete"],
  ['picked, but in a home', 'files.find_delete', "find ~ -name '.DS_Store' -delete"],
  ['one of several roots outside', 'files.find_delete', 'find . .. -name x -delete'],
  ['all but one', 'files.find_delete', 'find . ! -name keep -delete'],
  ['a name that all match', 'files.find_delete', "find . -name '*' -delete"],
  ['a path that all match', 'files.find_delete', "find . -path './*' -delete"],
  ['the other branch of an or', 'files.find_delete', 'find . -name x -o -delete'],
  [
    'a group of which one part is wide',
    'files.find_delete',
    "find . \\( -name '*.pyc' -o -type f \\) -delete",
  ],
  ['what is not pruned', 'files.find_delete', 'find . -path ./keep -prune -o -delete'],
  ['options in front of the roots', 'files.find_delete', 'find -L . -type f -delete'],
  ['a program for all', REMOVE, 'find . -exec rm -rf {} +'],
  ['a program for every file', REMOVE, 'find . -type f -exec rm -f {} \\;'],
  ['the history by its name', REMOVE, 'find . -name .git -exec rm -rf {} +'],
  ['a program with a target of its own', REMOVE, 'find /srv/proj -exec rm -rf / \\;'],
  ['picked by name', undefined, "find . -name '*.log' -delete"],
  [
    'picked by one of two names',
    undefined,
    "find . \\( -name '*.pyc' -o -name '*.pyo' \\) -delete",
  ],
  ['picked by age', undefined, 'find . -type f -mtime +30 -delete'],
  ['picked by age, the other way round', undefined, 'find . ! -mtime -30 -delete'],
  ['empty directories', undefined, 'find . -type d -empty -delete'],
  ['a part of the workspace', undefined, 'find build -mindepth 1 -delete'],
  ['picked behind what is pruned', undefined, "find . -path ./x -prune -o -name '*.log' -delete"],
  ['a cache', undefined, 'find . -type d -name __pycache__ -exec rm -rf {} +'],
  ['an unknown root', undefined, 'find "$DIR" -delete'],
  ['an option as the value of a test', undefined, "find . -name '-delete'"],
  ['a listing', undefined, 'find / -name core'],
  ['a program that prints', undefined, 'find . -exec echo rm -rf {} \\;'],
]);

testRows('other programs that remove', [
  ['unlink outside', REMOVE, 'unlink /etc/passwd'],
  ['unlink inside', undefined, 'unlink foo'],
  ['rmdir of a system tree', REMOVE, 'rmdir /etc'],
  ['rmdir of an empty directory', undefined, 'rmdir empty-dir'],
  ['rmdir outside, which is empty anyway', undefined, 'rmdir /tmp/x'],
  ['shred leaves nothing to recover', 'files.shred', 'shred -u secrets.txt'],
  ['shred of a disk', 'disks.overwrite', 'shred -vfz -n 10 /dev/nvme0n1'],
  ['shred of what is not known', undefined, 'shred "$f"'],
  ['shred helps', undefined, 'shred --help'],
  ['srm, whose -s takes no value', 'files.shred', 'srm -s secrets'],
  ['wipe', 'files.shred', 'wipe -rf dir'],
  ['rimraf of a home', REMOVE, 'npx rimraf ~'],
  ['rimraf of the workspace', REMOVE, 'npx rimraf .'],
  ['rimraf reads patterns', REMOVE, "npx rimraf --glob '/srv/*'"],
  ['rimraf of all', REMOVE, "npx rimraf '*'"],
  ['rimraf of a part', undefined, 'npx rimraf dist'],
  ['rimraf of parts by a pattern', undefined, "npx rimraf 'packages/*/dist'"],
  ['del-cli outside', REMOVE, 'npx del-cli --force ../other'],
  ['del-cli of a part', undefined, 'pnpm dlx del-cli dist'],
  ['shx', REMOVE, 'npx shx rm -rf /'],
  ['shx of a part', undefined, 'npx shx rm -rf dist'],
  ['trash keeps what it takes', undefined, 'trash ~/old.txt'],
  ['the trash emptied', 'files.empty_trash', 'trash-empty'],
]);

const SYNC = 'files.sync_delete';

testRows('rsync', [
  ['a tree outside', SYNC, 'rsync -a --delete empty/ /srv/data/'],
  ['the workspace', SYNC, 'rsync -a --delete empty/ ./'],
  ['a home', SYNC, 'rsync -av --delete empty/ ~/'],
  ['another host', SYNC, 'rsync -az --delete dist/ user@host:/var/www/'],
  ['options with values', SYNC, "rsync -avz --delete-excluded -e 'ssh -p 22' ./ u@h:/x"],
  ['a part of the workspace', undefined, 'rsync -a --delete ./src/ ./backup/'],
  ['without deletion', undefined, 'rsync -az dist/ user@host:/var/www/'],
  ['a dry run', undefined, 'rsync -avn --delete empty/ /srv/data/'],
  ['the value of another option', undefined, 'rsync -a --exclude=--delete a b'],
]);

const SYSTEM_FILE = 'files.overwrite_system';

testRows('rsync that removes its sources', [
  ['a home', 'files.move', 'rsync -a --remove-source-files ~/ /mnt/backup/'],
  ['the system', 'files.move', 'rsync -a --remove-source-files /etc/ host:/backup/'],
  ['a part of the workspace', undefined, 'rsync -a --remove-source-files dist/ host:/www/'],
  ['the sources of another host', undefined, 'rsync -a --remove-source-files host:/etc/ copy/'],
]);

testRows('install, ln and tar', [
  ['a copy over a part of the system', SYSTEM_FILE, 'install -m 644 x /etc/passwd'],
  ['a copy to a disk', 'disks.overwrite', 'install image.iso /dev/sdb'],
  ['a program of its own', undefined, 'sudo install -m 0755 kubectl /usr/local/bin/kubectl'],
  ['a directory', undefined, 'install -d -m 0755 /etc/keyrings'],
  ['a link in the place of the accounts', SYSTEM_FILE, 'ln -sf x /etc/passwd'],
  ['a link in the place of a tree', SYSTEM_FILE, 'ln -sfn x /bin'],
  ['a link to nothing', SYSTEM_FILE, 'ln -sf /dev/null /etc/hosts'],
  ['a link that replaces nothing', undefined, 'ln -s x /etc/passwd'],
  ['the time zone', undefined, 'ln -sf /usr/share/zoneinfo/UTC /etc/localtime'],
  ['a service that is masked', undefined, 'ln -sf /dev/null /etc/systemd/system/x.service'],
  ['a link in the workspace', undefined, 'ln -sfn releases/2 current'],
  ['an archive that takes a home away', 'files.move', 'tar -czf /tmp/a.tgz --remove-files ~'],
  ['one that takes the root away', 'files.move', 'tar --remove-files -cf x /'],
  ['one that takes a log away', undefined, 'tar -czf logs.tgz --remove-files logs/old'],
  ['one that takes nothing away', undefined, 'tar -czf /tmp/a.tgz ~'],
]);

testRows('find that writes its findings', [
  ['over the accounts', SYSTEM_FILE, 'find . -fprint /etc/passwd'],
  ['over a disk', 'disks.overwrite', 'find . -name x -fls /dev/sda'],
  ['with a format', SYSTEM_FILE, "find / -fprintf /etc/shadow '%p'"],
  ['to a file of the workspace', undefined, 'find . -fprint found.txt'],
]);

testRows('mv and cp', [
  ['into nothing', 'files.move_to_null', 'mv src /dev/null'],
  ['into nothing, destination first', 'files.move_to_null', 'mv -t /dev/null a'],
  ['a home', 'files.move', 'mv ~ /tmp/x'],
  ['the history', 'files.move', 'mv .git /tmp/x'],
  ['the workspace', 'files.move', 'mv /srv/proj /tmp'],
  ['all of the workspace to the outside', 'files.move', 'mv * /tmp'],
  ['a part of the system', 'files.move', 'mv /etc/passwd /tmp'],
  ['over a part of the system', SYSTEM_FILE, 'mv x /etc/passwd'],
  ['a copy over a part of the system', SYSTEM_FILE, 'cp x /etc/passwd'],
  ['a copy to a disk', 'disks.overwrite', 'cp image.iso /dev/sdb'],
  ['a copy of nothing', 'files.empty', 'cp /dev/null data.sqlite'],
  ['a rename', undefined, 'mv src/a.ts src/b.ts'],
  ['all of the workspace into a part of it', undefined, 'mv ./* sub/'],
  ['from the outside', undefined, 'mv /tmp/package.json packages/x'],
  ['a program installed', undefined, 'sudo mv kubectl /usr/local/bin/'],
  ['a program configured', undefined, 'sudo cp nginx.conf /etc/nginx/nginx.conf'],
  ['a configuration added', undefined, 'sudo cp a.conf /etc/app/'],
  ['a service added', undefined, 'sudo cp my.service /etc/systemd/system/'],
  ['a copy that writes over nothing', undefined, 'cp -n x /etc/hosts'],
  ['a copy from the system', undefined, 'cp /etc/hosts .'],
  ['a marker', undefined, 'cp /dev/null .gitkeep'],
]);

testRows('redirections and tee', [
  ['over a part of the system', SYSTEM_FILE, "echo '' > /etc/fstab"],
  ['forced', SYSTEM_FILE, 'echo x >| /etc/passwd'],
  ['errors too', SYSTEM_FILE, 'make &> /etc/passwd'],
  ['in its directory', SYSTEM_FILE, 'cd /etc && echo x > hosts'],
  ['as root', SYSTEM_FILE, "sudo sh -c 'echo x > /etc/resolv.conf'"],
  ['through tee', SYSTEM_FILE, 'echo x | sudo tee /etc/hosts'],
  ['a crash by key', SYSTEM_FILE, 'echo c > /proc/sysrq-trigger'],
  ['emptied', SYSTEM_FILE, ': > /etc/passwd'],
  ['to a disk', 'disks.overwrite', 'echo x >/dev/sda'],
  ['appended to a disk', 'disks.overwrite', 'cat x >> /dev/sda1'],
  ['to a disk through tee', 'disks.overwrite', 'cat img | sudo tee -a /dev/sda'],
  ['to a disk by a pattern', 'disks.overwrite', 'cat img > /dev/sd*'],
  ['to a logical volume', 'disks.overwrite', 'cat img > /dev/vg0/root'],
  ['to a disk from its directory', 'disks.overwrite', 'cd /dev && cat img > sda'],
  ['nothing into a file', 'files.empty', '> important.txt'],
  ['nothing by a command', 'files.empty', ':>src/main.ts'],
  ['the null device into a file', 'files.empty', 'cat /dev/null > prod.db'],
  ['an empty text', 'files.empty', 'echo -n "" > src/index.ts'],
  ['empty input', 'files.empty', 'tee prod.db < /dev/null'],
  ['nothing into a file of a home', 'files.empty', '> ~/.bashrc'],
  ['size zero', 'files.empty', 'truncate -s0 prod.sqlite'],
  ['size zero cut short', 'files.empty', 'truncate --si 0 ~/x.db'],
  ['output into a file', undefined, 'npm test > out.txt 2>&1'],
  ['a new file', undefined, "cat > src/new.ts <<'EOF'\nexport const a = 1;\nEOF"],
  ['a group', undefined, '{ echo a; echo b; } > file.txt'],
  ['a subshell', undefined, '(echo a) > file.txt'],
  ['a loop', undefined, 'while read -r l; do echo "$l"; done < in.txt > out.txt'],
  ['appended to a part of the system', undefined, 'echo "127.0.0.1 x" >> /etc/hosts'],
  ['appended through tee', undefined, 'echo x | sudo tee -a /etc/hosts'],
  ['an addition to the system', undefined, 'echo x | sudo tee /etc/apt/sources.list.d/x.list'],
  ['a setting of the kernel', undefined, 'echo 3 > /proc/sys/vm/drop_caches'],
  ['the null device', undefined, ': > /dev/null'],
  ['the terminal', undefined, 'echo x > /dev/tty'],
  ['a connection', undefined, 'echo x > /dev/tcp/host/80'],
  ['shared memory', undefined, 'echo x > /dev/shm/x'],
  ['outside, but no part of the system', undefined, 'echo x > ../sibling.txt'],
  ['a log emptied', undefined, '> build.log'],
  ['a log of the system emptied', undefined, 'truncate -s 0 /var/log/syslog'],
  ['a marker', undefined, '> .nojekyll'],
  [
    'a file that is filled later',
    undefined,
    '> out.txt; for i in 1 2; do echo $i >> out.txt; done',
  ],
  ['an unknown file', undefined, ': > "$OUT"'],
  ['a larger size', undefined, 'truncate -s 10M disk.img'],
  ['all later output', undefined, 'exec > build.txt 2>&1'],
  ['a descriptor', undefined, 'echo x >&2'],
]);

testRows('chmod and its like', [
  ['everything', 'files.access', 'chmod -R 777 /'],
  ['a system tree', 'files.access', 'chmod --recursive u+w /etc'],
  ['options behind the mode', 'files.access', 'chmod 0777 -R /usr'],
  ['a mode like an option', 'files.access', 'sudo chmod -R -x /bin'],
  ['a home let in', 'files.access', 'chmod -R 777 ~'],
  ['who may log in', 'files.access', 'chmod 777 /etc/shadow'],
  ['through find', 'files.access', 'find / -exec chmod 000 {} +'],
  ['the owner of all', 'files.access', 'chown -hR nobody /'],
  ['the owner of a tree', 'files.access', 'sudo chown -R root:root build /var'],
  ['the group', 'files.access', 'chgrp -R users /usr'],
  ['a list', 'files.access', 'setfacl -R -m u:bob:rwx /etc'],
  ['attributes', 'files.access', 'chattr -R -i /etc'],
  ['the workspace', undefined, 'chmod -R 777 /srv/proj'],
  ['the owner of the workspace', undefined, 'sudo chown -R $USER:$USER .'],
  ['a script', undefined, 'chmod +x scripts/release.sh'],
  ['a key', undefined, 'chmod 600 ~/.ssh/id_rsa'],
  ['an installed program', undefined, 'sudo chmod 755 /usr/local/bin/tool'],
  ['an added file', undefined, 'sudo chmod a+r /etc/apt/keyrings/docker.asc'],
  ['a device', undefined, 'sudo chmod 666 /dev/kvm'],
  ['a cache in a home', undefined, 'sudo chown -R $(whoami) ~/.npm'],
  ['a service of its own', undefined, 'chown -R www-data:www-data /var/www/html'],
  ['found files inside', undefined, 'find . -type f -exec chmod 644 {} +'],
]);

test('a workspace within a system tree is no system tree', () => {
  const declared = { workspaceRoot: '/usr/src/app' };
  expect(hitsOf('chmod -R 777 /usr/src/app', declared)).toEqual([]);
  expect(hitsOf('echo x > /usr/src/app/out.txt', declared)).toEqual([]);
  expect(hitsOf('rm -rf /usr/src/app/dist', declared)).toEqual([]);
  expect(hitsOf('rm -rf /usr/src', declared)).toHaveLength(1);
});

test.each<readonly [string, number]>([
  ['rm -rf /', 1],
  ['rm -rf /etc/x', 1],
  ['rm -rf .', 1],
  ['rm -rf ../x', 1],
  ['rm -rf build', 0],
  ['rm -rf /home/me/work/proj/build', 0],
])('without a declared workspace, %s has %i findings', (command, findings) => {
  expect(hitsWithoutRoot(command)).toHaveLength(findings);
});

test('a finding points to the word that decided it and says what would happen', () => {
  const command = 'rm -rf build ../other';
  const [hit] = hitsOf(command);
  expect(hit?.sentence).toBe('rm would remove "../other", outside the workspace.');
  expect(command.slice(hit?.span?.start, hit?.span?.end)).toBe('../other');
});

test('what is not known of a word is an ellipsis in the sentence', () => {
  const [hit] = hitsOf('rm -rf "$X"/*');
  expect(hit?.sentence).toBe('rm would remove "…/*", all of a workspace, a home or a system tree.');
});

const WRAPPED: readonly Row[] = [
  'sudo rm -rf /etc',
  "bash -c 'rm -rf /etc'",
  'eval "rm -rf /etc"',
  'nohup nice -n 5 rm -rf /etc &',
  'timeout 5 rm -rf /etc',
  'X=/etc; rm -rf "$X"',
  'echo $(rm -rf /etc)',
  'true && rm -rf /etc',
  'f() { rm -rf "$1"; }; f /etc',
  'bash <<EOF\nrm -rf /etc\nEOF',
  "find . -maxdepth 0 -exec sh -c 'rm -rf /etc' \\;",
].map((command) => [JSON.stringify(command), REMOVE, command]);

testRows('a removal within another command', WRAPPED);
