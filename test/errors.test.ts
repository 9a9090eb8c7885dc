import { describe, expect, it } from 'vitest';
import { isJudgementError, JudgeError, ReceiptError, TrustError } from '../src/errors.js';

const fault = { path: 'judge', rule: 'it broke', fix: 'mend it' };

describe('an error of a judge', () => {
  it('says what is known of the asking', () => {
    const known = { status: 503, requestId: 'req_7', attempts: 3 };
    const error = new JudgeError('judge_unavailable', { ...fault, ...known });
    expect(error).toMatchObject({ ...known, ...fault, code: 'judge_unavailable' });
    expect(error.message).toBe('judge: it broke; mend it');
  });

  it('has no member for what is not known', () => {
    const bare = new JudgeError('bad_answer', fault);
    const blank = { status: undefined, requestId: undefined, attempts: undefined };
    const error = new JudgeError('bad_answer', { ...fault, ...blank });
    expect(Object.keys(error)).toEqual(['name', 'code', 'path', 'rule', 'fix']);
    expect(Object.keys(error)).toEqual(Object.keys(bare));
    expect(error.attempts).toBeUndefined();
    expect('cause' in error).toBe(false);
  });
});

describe('an error of this library', () => {
  it.each([
    new JudgeError('refused', fault),
    new ReceiptError('bad_key', fault),
    new TrustError('unknown_key', fault),
    // As it comes from another copy of the library.
    Object.assign(new Error('m'), { name: 'TrustError', code: 'c', path: 'p', rule: 'r' }),
  ])('is known by what it has: $name', (error) => {
    expect(isJudgementError(error)).toBe(true);
  });

  it.each([
    ['an error of others', new TypeError('m')],
    ['one that is only called so', Object.assign(new Error('m'), { name: 'JudgeError' })],
    ['one called nearly so', Object.assign(new Error('m'), { ...fault, name: 'NoJudgeError' })],
    ['no error', { ...fault, name: 'JudgeError', code: 'c' }],
    ['text', 'JudgeError'],
    ['nothing', undefined],
    ['a revoked proxy', revoked()],
  ])('is not %s', (_, error) => {
    expect(isJudgementError(error)).toBe(false);
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable(new Error('m'), {});
  revoke();
  return proxy;
}
