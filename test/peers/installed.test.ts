import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = new URL('.', import.meta.url);
const wanted: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL('package.json', FOLDER), 'utf8'),
);

describe('the packages of others', () => {
  it.each(Object.entries(wanted.dependencies))('%s is installed as %s', (name, wish) => {
    // Several versions of one package are here under names of their own: `npm:ai@4.3.19`.
    const version = wish.replace(/^npm:.+@/, '');
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const file = new URL(`node_modules/${name}/package.json`, FOLDER);
    expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(version);
  });
});
