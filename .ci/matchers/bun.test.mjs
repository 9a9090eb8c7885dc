import { expect, test } from 'bun:test';
import { runCases } from './cases.mjs';

runCases({ test, expect });
