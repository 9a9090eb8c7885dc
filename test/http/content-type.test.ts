import { describe, expect, it } from 'vitest';
import { jsonTypeFault } from '../../src/http/content-type.js';

describe('a content type', () => {
  it.each([
    ['application/json', undefined],
    ['Application/JSON; charset=UTF-8', undefined],
    ['application/json;charset="utf-8"', undefined],
    ['application/json; charset=utf8; boundary=x', undefined],
    ['application/vnd.judge.v1+json', undefined],
    ['application/problem+json; profile="x"', undefined],
    [null, 'type'],
    ['', 'type'],
    ['text/json', 'type'],
    ['application/jsonp', 'type'],
    ['application/json, text/html', 'type'],
    ['application/+json', 'type'],
    ['application/json; charset=iso-8859-1', 'charset'],
    ['application/json; charset=utf-8; charset=utf-16', 'charset'],
    ['application/json; charset', 'charset'],
    ['application/json; charset =utf-8', 'charset'],
  ])('%j: %j stands in the way of JSON', (given, fault) => {
    expect(jsonTypeFault(given)).toBe(fault);
  });
});
