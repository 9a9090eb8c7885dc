/**
 * Installs the packages of this folder where they are not there as the lock file says, and copies the
 * examples that use them to where they are found.
 *
 * @module
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const STAMP = `${FOLDER}node_modules/.installed`;

const locked = readFileSync(`${FOLDER}package-lock.json`, 'utf8');
if (locked.includes('"resolved"')) throw new Error('the lock file names where packages came from');
if (!isInstalled()) {
  // No script of a package runs, no binary of a platform is wanted, and an engine that a package would rather have is a warning: what
  // is used of them here does not need it.
  const options = [
    '--ignore-scripts',
    '--omit=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  execFileSync('npm', ['ci', ...options], { cwd: FOLDER, stdio: 'inherit' });
  writeFileSync(STAMP, locked);
}
const copies = `${FOLDER}copies`;
rmSync(copies, { recursive: true, force: true });
cpSync(`${FOLDER}../../examples/gates`, copies, { recursive: true });

function isInstalled() {
  try {
    return readFileSync(STAMP, 'utf8') === locked;
  } catch {
    return false;
  }
}
