/**
 * Files that an overwrite does harm to: disks, and what a system is made of.
 *
 * @module
 */
import { isWithin, normalize } from '../path.js';
import type { RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { locate } from '../shell/place.js';
import type { Word } from '../shell/word.js';

/** Whether a word names a disk, a part of one, or the machine's memory. */
export function isDisk(word: Word, execution: Execution): boolean {
  if (!MAY_BE_DEVICE.test(word.text) && !MAY_BE_DEVICE.test(execution.cwd.path)) return false;
  const path = devicePath(word, execution);
  return DISK.test(path) || (VOLUME.test(path) && !CHARACTER_DEVICE.test(path));
}

/** Whether a word names a file of the system whose content is lost when it is written over. */
export function isSystemFile(word: Word, execution: Execution, context: RuleContext): boolean {
  const path = systemPath(word, execution, context);
  return path !== undefined && SYSTEM_FILE.test(path) && !ADDITION.test(path);
}

/**
 * Whether a word names a file that every system needs. Narrower than {@link isSystemFile}: programs
 * are installed by copying them to `/usr/bin` and their configuration to `/etc/<program>/`.
 */
export function isVitalFile(word: Word, execution: Execution, context: RuleContext): boolean {
  const place = systemPath(word, execution, context);
  if (place === undefined) return false;
  // A directory below `/etc` is a program's own, a file right in it the system's.
  const path = word.text.endsWith('/') && place !== '/' ? `${place}/` : place;
  return VITAL_FILE.test(path) && !ADDITION.test(path);
}

/** Whether a word names a file that says who may enter a system, or what it starts with. */
export function isCredentialFile(word: Word, execution: Execution, context: RuleContext): boolean {
  const path = systemPath(word, execution, context);
  return path !== undefined && CREDENTIAL_FILE.test(path);
}

/**
 * Whether a word names a directory whose owners and modes a system depends on all the way down.
 */
export function isSystemTree(word: Word, execution: Execution, context: RuleContext): boolean {
  const path = systemPath(word, execution, context);
  return path !== undefined && (SYSTEM_TREE.test(path) || SYSTEM_BRANCH.test(path));
}

/** Whether a word names a whole tree of the system, or a directory that holds users' or services'. */
export function isTreeTop(word: Word, execution: Execution, context: RuleContext): boolean {
  const path = systemPath(word, execution, context);
  return path !== undefined && SYSTEM_TREE.test(path);
}

/** Whether a word names the home directory of a user. */
export function isHome(word: Word, execution: Execution): boolean {
  const { base, path } = locate(word, execution.cwd);
  return base === 'home' ? path === '.' : base === 'absolute' && HOME.test(path);
}

/** The spelling of a path, with a pattern or an unknown part left in. */
function devicePath(word: Word, execution: Execution): string {
  const place = locate(word, execution.cwd);
  if (place.partial || place.contents) return word.text.replace(SLASHES, '/');
  return place.base === 'absolute' ? place.path : word.text;
}

/** An absolute path outside the workspace and what the caller calls scratch. */
function systemPath(word: Word, execution: Execution, context: RuleContext): string | undefined {
  const { base, path } = locate(word, execution.cwd);
  if (base !== 'absolute') return undefined;
  // Only on this machine does the workspace's path name the workspace.
  const root = execution.elsewhere === undefined ? context.workspaceRoot : undefined;
  if (root !== undefined && isBelow(root, path)) return undefined;
  return context.scratchRoots.some((own) => isBelow(own, path)) ? undefined : path;
}

function isBelow(root: string, path: string): boolean {
  const tidy = normalize(root);
  return tidy !== '/' && isWithin(tidy, path);
}

const SLASHES = /\/+/g;

/** What a path to a device holds, in itself or in the directory that it starts from. */
const MAY_BE_DEVICE = /dev|\\/;

/** Block devices of Linux and BSD, raw memory, and drives as Windows names them. */
const DISK =
  /^(?:\/dev\/(?:(?:sd|hd|vd|xvd|dasd)[a-z*?[{\uFFFC]|nvme|mmcblk|r?disk|md[\d/_]|dm-|mapper\/(?!control$)|loop|nbd|zd\d|zvol\/|sr\d|cdrom|mtd|ubi\d|bcache|drbd|rbd|pmem|sg\d|r?(?:ada|da|nda|nvd|wd|vtbd)\d|mem$|kmem$|port$|\uFFFC|\*|\?)|\\\\\.\\PhysicalDrive)/;

/** A logical volume: `/dev/group/volume`. */
const VOLUME = /^\/dev\/[\w.+-]+\/[^/]+$/;

/** Directories in `/dev` that hold no disks. */
const CHARACTER_DEVICE =
  /^\/dev\/(?:shm|pts|fd|tcp|udp|snd|input|bus|net|usb|mqueue|serial|dri|cpu|char|v4l|hugepages|dma_heap|vfio|infiniband|mapper)\//;

/** What a redirection to it would break or lose. */
const SYSTEM_FILE =
  /^\/(?:private\/)?(?:(?:etc|boot|bin|sbin|lib|lib32|lib64|libx32|System)(?:\/|$)|usr(?!\/local(?:\/|$)|\/src\/)(?:\/|$)|var\/(?:lib\/(?:dpkg|rpm|pacman|apt)|db|spool\/cron)(?:\/|$)|proc\/sysrq-trigger$)/;

const VITAL_FILE =
  /^\/(?:private\/)?(?:etc(?:\/[^/]*)?$|etc\/(?:ssh|pam\.d|security|selinux|network|sysconfig|default)\/|(?:boot|bin|sbin|lib|lib32|lib64|libx32|System)(?:\/|$)|usr\/?$|var\/(?:lib\/(?:dpkg|rpm|pacman|apt)|db|spool\/cron)(?:\/|$))/;

const CREDENTIAL_FILE =
  /^\/(?:private\/)?etc\/(?:(?:passwd|shadow|group|gshadow|sudoers|doas\.conf|fstab|crypttab)$|(?:pam\.d|security|ssh)(?:\/|$))/;

/** Where programs add files of their own beside the system's. */
const ADDITION =
  /\.d\/|^\/(?:etc\/(?:apt\/keyrings|systemd\/(?:system|user)|(?:nginx|apache2)\/sites-(?:available|enabled)|ssl|pki|ca-certificates|cron\.(?:hourly|daily|weekly|monthly))|usr\/share\/(?:keyrings|applications|bash-completion|zsh|fish|man)|(?:usr\/)?lib\/systemd\/(?:system|user))\//;

/** The tops of system trees, and the directories that hold homes and services. */
const SYSTEM_TREE =
  /^\/(?:(?:bin|boot|dev|etc|home|lib|lib32|lib64|libx32|media|mnt|opt|proc|root|run|sbin|srv|sys|usr|usr\/local|var|var\/(?:lib|log|spool|db|cache)|System|Library|Applications|Users|Volumes|private(?:\/(?:etc|var))?)\/?)?$/;

/** What is below the system's own trees. */
const SYSTEM_BRANCH =
  /^\/(?:private\/)?(?:(?:etc|boot|bin|sbin|lib|lib32|lib64|libx32|dev|proc|sys|System)\/|usr\/(?!local\/|src\/))/;

/** A home directory by its path. */
const HOME = /^\/(?:root|(?:home|Users)\/[^/]+)$/;
