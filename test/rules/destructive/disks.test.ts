import { expect, test } from 'vitest';
import { hitsOf, testRows } from './judging.js';

const OVERWRITE = 'disks.overwrite';
const FORMAT = 'disks.format';
const WIPE = 'disks.wipe';
const PARTITION = 'disks.partition';
const VOLUME = 'disks.remove_volume';

testRows('dd', [
  ['to a disk', OVERWRITE, 'dd if=/dev/zero of=/dev/sda'],
  ['operands in any order', OVERWRITE, 'dd of=/dev/nvme0n1 if=/dev/urandom'],
  ['to a partition', OVERWRITE, 'sudo dd if=x.iso of=/dev/sdb1 bs=4M status=progress'],
  ['to a disk of macOS', OVERWRITE, 'dd if=x of=/dev/rdisk2 bs=1m'],
  ['to a mapped device', OVERWRITE, 'dd if=x of=/dev/mapper/vg-root'],
  ['to a disk by its id', OVERWRITE, 'dd if=x of=/dev/disk/by-id/usb-x'],
  ['to one of the disks', OVERWRITE, 'dd if=x of=/dev/sd$LETTER'],
  ['to a disk in a variable', OVERWRITE, 'D=/dev/sda; dd if=x of="$D"'],
  ['to a disk by a detour', OVERWRITE, 'dd if=x of=/tmp/../dev/sda'],
  ['at the end of a pipe', OVERWRITE, 'xzcat x | sudo dd of=/dev/sdb'],
  ['from a container to its host', OVERWRITE, 'docker exec db dd if=/dev/zero of=/dev/sda'],
  ['over a part of the system', 'files.overwrite_system', 'dd if=x of=/etc/passwd'],
  ['of nothing over a file', 'files.empty', 'dd if=/dev/null of=prod.db'],
  ['a relative of dd', OVERWRITE, 'dcfldd if=x of=/dev/sdb'],
  ['a rescue to a disk', OVERWRITE, 'ddrescue -f /dev/sda /dev/sdb map'],
  ['a rescue to an image', undefined, 'ddrescue /dev/sda disk.img map'],
  ['to a file', undefined, 'dd if=/dev/zero of=test.img bs=1M count=10'],
  ['from a disk', undefined, 'dd if=/dev/sda of=backup.img bs=4M'],
  ['to nowhere', undefined, 'dd if=/dev/sda of=/dev/null'],
  ['to standard output', undefined, 'dd if=fw.bin bs=1 skip=16 count=32 | xxd'],
  ['to an unknown file', undefined, 'dd if=a.img of="$OUT"'],
  ['help', undefined, 'dd --help of=/dev/sda'],
]);

testRows('programs that make file systems', [
  ['the plain one', FORMAT, 'mkfs /dev/sda1'],
  ['with a type', FORMAT, 'mkfs -t xfs -f /dev/sdb'],
  ['of a family', FORMAT, 'mkfs.btrfs -f /dev/sda /dev/sdb'],
  ['for FAT -n is a name', FORMAT, 'mkfs.vfat -n BOOT /dev/sda1'],
  ['for FAT -F takes a size', FORMAT, 'sudo mkfs.vfat -F32 /dev/sdc1'],
  ['a value like the dry option', FORMAT, 'mkfs.ext4 -L -n /dev/sda'],
  ['with an answer piped in', FORMAT, 'yes | mkfs.ext4 /dev/sdb'],
  ['the program behind the family', FORMAT, 'mke2fs -j /dev/sda'],
  ['swap space', FORMAT, 'mkswap -L swap /dev/sda2'],
  ['on BSD', FORMAT, 'newfs ada0p2'],
  ['on macOS', FORMAT, 'newfs_msdos /dev/disk2'],
  ['on Windows', FORMAT, 'format c:'],
  ['on Windows, quickly', FORMAT, 'format C: /q /y'],
  ['a dry run', undefined, 'mkfs.ext4 -n /dev/sda'],
  ['a dry run by type', undefined, 'mkfs -t ext4 -n /dev/sdb1'],
  ['a dry run of XFS', undefined, 'mkfs.xfs -N /dev/sdb'],
  ['an image in a file', undefined, 'mkfs.ext4 disk.img'],
  ['a swap file', undefined, 'sudo mkswap /swapfile'],
  ['an unknown target', undefined, 'mkfs.ext4 "$IMG"'],
  ['help', undefined, 'mkfs.ext4 --help'],
  ['another format', undefined, 'npm run format c:'],
  ['the format of a date', undefined, 'date +%F --format c:'],
]);

testRows('programs that wipe', [
  ['all signatures', WIPE, 'wipefs --all --force /dev/sda'],
  ['in a cluster', WIPE, 'wipefs -af /dev/sda'],
  ['one signature', WIPE, 'wipefs -o 0x438 /dev/sda'],
  ['a list of signatures', undefined, 'wipefs /dev/sda'],
  ['a dry run', undefined, 'wipefs --no-act --all /dev/sda'],
  ['an image in a file', undefined, 'wipefs -a disk.img'],
  ['all blocks', WIPE, 'blkdiscard -f /dev/nvme0n1'],
  ['a test that writes', WIPE, 'badblocks -wsv /dev/sda'],
  ['a test that reads', undefined, 'badblocks -sv /dev/sda'],
  ['a secure erase', WIPE, 'hdparm --user-master u --security-erase p /dev/sda'],
  ['a report', undefined, 'hdparm -tT /dev/sda'],
  ['a format of NVMe', WIPE, 'nvme format -s1 /dev/nvme0n1'],
  ['a list of NVMe', undefined, 'nvme list'],
  ['the firmware', WIPE, 'flashrom -p internal -w bios.rom'],
  ['a copy of the firmware', undefined, 'flashrom -p internal -r bios.rom'],
]);

testRows('programs that partition', [
  ['a new label', PARTITION, 'parted -s /dev/sda mklabel gpt'],
  ['a command cut short', PARTITION, 'parted /dev/sda mkl gpt'],
  ['options with values', PARTITION, 'parted -a optimal /dev/sda mkpart primary 0% 100%'],
  ['behind another command', PARTITION, 'parted -s /dev/sda unit MiB rm 1'],
  ['a report', undefined, 'parted /dev/sda unit MiB print free'],
  ['an image in a file', undefined, 'parted -s disk.img mklabel gpt'],
  ['an editor', PARTITION, 'fdisk /dev/sda'],
  ['an editor with input', PARTITION, "printf 'd\\nw\\n' | fdisk /dev/sda"],
  ['a list', undefined, 'fdisk -l /dev/sda'],
  ['a script', PARTITION, 'sfdisk /dev/sda < layout'],
  ['a dump', undefined, 'sfdisk -d /dev/sda'],
  ['a dry run', undefined, 'sfdisk --no-act /dev/sda < layout'],
  ['GPT removed', PARTITION, 'sgdisk --zap-all /dev/sda'],
  ['one partition removed', PARTITION, 'sgdisk -d 1 /dev/sda'],
  ['a print', undefined, 'sgdisk -p /dev/sda'],
  ['pretended', undefined, 'sgdisk --pretend -Z /dev/sda'],
  ['diskpart with commands', PARTITION, "printf 'select disk 0\\nclean\\n' | diskpart"],
  ['diskpart that lists', undefined, "printf 'list disk\\n' | diskpart"],
]);

testRows('volumes, pools and encrypted disks', [
  ['a physical volume', VOLUME, 'pvremove /dev/sdb'],
  ['a volume group', VOLUME, 'vgremove archive'],
  ['a logical volume', VOLUME, 'lvremove --yes vg0/data'],
  ['through lvm', VOLUME, 'lvm lvremove vg0/data'],
  ['a test', undefined, 'lvremove --test vg/data'],
  ['a longer volume', undefined, 'lvextend -L +1G vg/data'],
  [
    'an array on disks',
    VOLUME,
    'mdadm --create /dev/md0 --level=1 --raid-devices=2 /dev/sda /dev/sdb',
  ],
  ['a superblock', VOLUME, 'mdadm --zero-superblock /dev/sda1'],
  ['a report', undefined, 'mdadm --detail /dev/md0'],
  ['a pool', VOLUME, 'zpool destroy -f tank'],
  ['a pool of disks', VOLUME, 'zpool create tank /dev/sdb'],
  ['a pool, dry', undefined, 'zpool create -n tank /dev/sdb'],
  ['a data set', VOLUME, 'zfs destroy -r tank/data'],
  ['a data set, dry', undefined, 'zfs destroy -nv tank/data'],
  ['back to a snapshot', VOLUME, 'zfs rollback -r tank/data@x'],
  ['a snapshot made', undefined, 'zfs snapshot tank/data@x'],
  ['a subvolume, cut short', VOLUME, 'btrfs sub del /mnt/x'],
  ['a list of subvolumes', undefined, 'btrfs subvolume list /mnt'],
  ['an encrypted disk', FORMAT, 'cryptsetup -q luksFormat --type luks2 /dev/sda1'],
  ['its keys', FORMAT, 'cryptsetup erase /dev/sda1'],
  ['an encrypted image', undefined, 'cryptsetup luksFormat disk.img'],
  ['opened', undefined, 'cryptsetup luksOpen /dev/sda1 x'],
  ['a disk of macOS in any case', FORMAT, 'diskutil ERASEdisk JHFS+ X disk2'],
  ['a container of APFS', FORMAT, 'diskutil apfs deleteContainer disk9'],
  ['a list of macOS', undefined, 'diskutil list'],
  ['backups of macOS', 'disks.remove_backup', 'tmutil deletelocalsnapshots /'],
  ['shadow copies', 'disks.remove_backup', 'vssadmin Delete Shadows /all /quiet'],
  ['a list of shadow copies', undefined, 'vssadmin list shadows'],
  ['a boot entry', 'disks.remove_boot_entry', 'efibootmgr -b 0001 -B'],
  ['boot entries listed', undefined, 'efibootmgr -v'],
]);

testRows('reading a disk', [
  ['its blocks', undefined, 'lsblk -f /dev/sda'],
  ['its health', undefined, 'smartctl -a /dev/sda'],
  ['its start', undefined, 'hexdump -C /dev/sda | head'],
  ['into a file', undefined, 'cat /dev/sda > disk.img'],
  ['mounted', undefined, 'mount /dev/sda1 /mnt'],
]);

testRows(
  'disks under strict rules',
  [
    ['an unknown target', FORMAT, 'mkfs.ext4 "$DISK"'],
    ['an unknown disk', WIPE, 'wipefs -a "$DISK"'],
    ['an image in a file', undefined, 'mkfs.ext4 disk.img'],
  ],
  { strict: true },
);

test('a name of every object is no tool', () => {
  expect(hitsOf('constructor /dev/sda; toString; __proto__ x')).toEqual([]);
});
