/**
 * Rules for what the commands of PowerShell send to another host.
 *
 * @module
 */
import type { RuleTable } from '../rule.js';

/** All rules for commands that send, by name. */
export const WINDOWS_UPLOADS: RuleTable = /* @__PURE__ */ Object.freeze({});
