import { describe, expect, it } from 'vitest';
import { type Grammar, readOptions } from '../../../src/rules/shell/options.js';
import { textWord } from '../../../src/rules/shell/word.js';

const RM: Grammar = {
  options: ['-r -R --recursive', '-f --force', '-i', '--preserve-root[=]', '-o= --output='],
};

function read(words: readonly string[], grammar: Grammar = RM) {
  return readOptions(
    words.map((text) => textWord(text, { start: 0, end: 0 })),
    grammar,
  );
}

describe('readOptions', () => {
  it.each([
    [['-rf', 'x'], ['recursive', 'force'], ['x'], 'a cluster'],
    [['-r', '-f', 'x'], ['recursive', 'force'], ['x'], 'separate letters'],
    [['--recurs', '--forc', 'x'], ['recursive', 'force'], ['x'], 'unique beginnings'],
    [['x', '-rf'], ['recursive', 'force'], ['x'], 'options behind operands'],
    [['--', '-rf'], [], ['-rf'], 'nothing is an option behind two dashes'],
    [['-'], [], ['-'], 'a dash alone is an operand'],
  ])('reads %j as %j and %j: %s', (words, names, operands) => {
    const options = read(words);
    expect(names.filter((name) => options.has(name))).toEqual(names);
    expect(options.operands.map((word) => word.text)).toEqual(operands);
  });

  it.each([
    [['-ofile'], 'attached'],
    [['-o', 'file'], 'separate'],
    [['-rofile'], 'attached, in a cluster'],
    [['--output=file'], 'behind an equals sign'],
    [['--output', 'file'], 'separate, long'],
    [['--out=file'], 'abbreviated'],
  ])('reads a value from %j: %s', (words) => {
    expect(read(words).value('output')?.text).toBe('file');
    expect(read(words).operands).toEqual([]);
  });

  it('takes an optional value only when it is attached', () => {
    expect(read(['--preserve-root', 'x']).operands.map((word) => word.text)).toEqual(['x']);
    expect(read(['--preserve-root=all']).value('preserve-root')?.text).toBe('all');
  });

  it('does not guess between two options that begin alike', () => {
    const options = read(['--fo'], { options: ['--force', '--follow-tags'] });
    expect(options.has('force')).toBe(false);
    expect(options.unknown).toEqual(['--fo']);
  });

  it('names the options that the grammar does not have', () => {
    expect(read(['-z', '--zap']).unknown).toEqual(['-z', '--zap']);
  });

  it('stops at the first operand where the grammar says so', () => {
    const options = read(['-r', 'x', '-f'], { ...RM, stopAtOperand: true });
    expect(options.has('force')).toBe(false);
    expect(options.operands.map((word) => word.text)).toEqual(['x', '-f']);
  });

  it('reads long options with one dash where the grammar says so', () => {
    const options = read(['-destroy', '-var=a=b', 'dir'], {
      options: ['-destroy', '-var='],
      singleDashLong: true,
    });
    expect(options.has('destroy')).toBe(true);
    expect(options.value('var')?.text).toBe('a=b');
  });

  it('keeps every value of an option that is given more than once', () => {
    const values = read(['-o', 'a', '-ob']).values('output');
    expect(values.map((word) => word.text)).toEqual(['a', 'b']);
  });
});
