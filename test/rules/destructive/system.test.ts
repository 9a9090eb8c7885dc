import { expect, test } from 'vitest';
import { hitsOf, testRows } from './judging.js';

const KILL = 'system.kill_all';
const DOWN = 'system.shutdown';
const FIREWALL = 'system.flush_firewall';

testRows('kill and its like', [
  ['every process', KILL, 'kill -9 -1'],
  ['every process behind dashes', KILL, 'kill -9 -- -1'],
  ['every process with a named signal', KILL, 'kill -s KILL -1'],
  ['every process without a signal', KILL, 'kill -- -1'],
  ['all that ps lists', KILL, 'kill -9 $(ps -eo pid)'],
  ['all that ps lists, piped', KILL, "ps aux | awk '{print $2}' | xargs kill -9"],
  ['the program for it', KILL, 'killall5 -9'],
  ['a pattern that all match', KILL, "pkill -9 -f '.*'"],
  ['all but some', KILL, 'pkill -v sshd'],
  ["a user's processes", KILL, 'pkill -KILL -u bob'],
  ["a user's processes by killall", KILL, 'killall -9 -u bob'],
  ['one process', undefined, 'kill -9 1234'],
  ['a group', undefined, 'kill -TERM -- -1234'],
  ['signal one', undefined, 'kill -1 1234'],
  ['a list of signals', undefined, 'kill -l'],
  ['what listens', undefined, 'kill -9 $(lsof -t -i:3000)'],
  ['what grep picks', undefined, "ps aux | grep node | awk '{print $2}' | xargs kill -9"],
  ['a name', undefined, 'pkill -f "npm run dev"'],
  ['a name by killall', undefined, 'killall -9 node'],
  ['a job', undefined, 'kill %1'],
]);

testRows('the power and the run level', [
  ['shutdown', DOWN, 'sudo shutdown -h now'],
  ['reboot', DOWN, 'reboot'],
  ['poweroff', DOWN, 'poweroff -f'],
  ['halt', DOWN, 'halt'],
  ['init', DOWN, 'init 0'],
  ['telinit', DOWN, 'telinit 6'],
  ['systemctl', DOWN, 'systemctl --force --force reboot'],
  ['a target', DOWN, 'systemctl isolate rescue.target'],
  ['a target started', DOWN, 'systemctl start poweroff.target'],
  ['another host', DOWN, "ssh host 'sudo shutdown -r +5'"],
  ['cancelled', undefined, 'shutdown -c'],
  ['announced', undefined, 'shutdown -k now'],
  ['a service', undefined, 'systemctl restart nginx'],
  ['a service stopped', undefined, 'sudo systemctl stop postgresql'],
  ['a unit named so', undefined, 'systemctl is-active reboot'],
  [
    'a flag of another program',
    undefined,
    'aws ec2 run-instances --instance-initiated-shutdown-behavior stop',
  ],
]);

testRows('users and schedules', [
  ['a user with files', 'system.delete_user', 'userdel -rf bob'],
  ['a user with files, long', 'system.delete_user', 'userdel --remove bob'],
  ['a user with a home', 'system.delete_user', 'deluser --remove-home bob'],
  ['a user of macOS', 'system.delete_user', 'dscl . -delete /Users/bob'],
  ['a user', undefined, 'userdel bob'],
  ['a user made', undefined, 'useradd -r bob'],
  ['the schedule', 'system.remove_schedule', 'crontab -u bob -r'],
  ['nothing as the schedule', 'system.remove_schedule', 'crontab /dev/null'],
  ['nothing read as the schedule', 'system.remove_schedule', 'crontab - < /dev/null'],
  ['the schedule listed', undefined, 'crontab -l'],
  ['a new schedule', undefined, 'crontab jobs.txt'],
  ['temporary files purged', 'system.purge', 'systemd-tmpfiles --purge'],
  ['temporary files cleaned', undefined, 'systemd-tmpfiles --clean'],
]);

testRows('firewalls', [
  ['iptables', FIREWALL, 'sudo iptables --flush'],
  ['a table of iptables', FIREWALL, 'iptables -t nat -F'],
  ['ip6tables', FIREWALL, 'ip6tables -F'],
  ['nft', FIREWALL, 'nft flush ruleset'],
  ['ufw', FIREWALL, 'ufw --force reset'],
  ['pf', FIREWALL, 'pfctl -F all'],
  ['all sets', FIREWALL, 'ipset destroy'],
  ['a rule added', undefined, 'iptables -A INPUT -j DROP'],
  ['rules listed', undefined, 'nft list ruleset'],
  ['a file of rules', undefined, 'pfctl -f /etc/pf.conf'],
  ['one set', undefined, 'ipset destroy blocked'],
]);

testRows('what is left alone', [
  ['the history of the shell', undefined, 'history -c'],
  ['swap', undefined, 'swapoff -a'],
  ['a package', undefined, 'apt-get remove -y curl'],
]);

test('a finding says what would happen', () => {
  expect(hitsOf('userdel -r bob').map((hit) => hit.sentence)).toEqual([
    'userdel would delete a user with all files.',
  ]);
});
