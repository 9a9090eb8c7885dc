/**
 * Rules for the commands of PowerShell and cmd.exe, and for the programs of Windows.
 *
 * @module
 */
import type { RuleTable } from '../rule.js';

/** All rules for commands of Windows by name. */
export const WINDOWS: RuleTable = /* @__PURE__ */ Object.freeze({});
