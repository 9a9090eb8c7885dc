/**
 * The short names of PowerShell's commands, and those of cmd.exe, by their full names.
 *
 * @module
 */
import { mapOf } from '../../tables.js';

/** The full name, in lower case, of each alias that PowerShell has from the start. */
export const ALIASES: ReadonlyMap<string, string> = /* @__PURE__ */ mapOf([
  ['remove-item', 'ri rm rmdir rd del erase'],
  ['get-childitem', 'gci dir ls'],
  ['get-item', 'gi'],
  ['get-content', 'gc cat type'],
  ['set-content', 'sc'],
  ['add-content', 'ac'],
  ['clear-content', 'clc'],
  ['copy-item', 'cpi cp copy'],
  ['move-item', 'mi mv move'],
  ['rename-item', 'rni ren'],
  ['new-item', 'ni md mkdir'],
  ['set-location', 'sl cd chdir'],
  ['push-location', 'pushd'],
  ['pop-location', 'popd'],
  ['get-location', 'gl pwd'],
  ['write-output', 'write echo'],
  ['invoke-expression', 'iex'],
  ['invoke-command', 'icm'],
  ['invoke-item', 'ii'],
  ['invoke-webrequest', 'iwr'],
  ['invoke-restmethod', 'irm'],
  ['start-process', 'saps'],
  ['stop-process', 'spps kill'],
  ['get-process', 'gps ps'],
  ['start-job', 'sajb'],
  ['foreach-object', 'foreach %'],
  ['where-object', 'where ?'],
  ['select-object', 'select'],
  ['sort-object', 'sort'],
  ['group-object', 'group'],
  ['measure-object', 'measure'],
  ['tee-object', 'tee'],
  ['get-member', 'gm'],
  ['get-command', 'gcm'],
  ['get-help', 'help man'],
  ['get-history', 'h history ghy'],
  ['remove-itemproperty', 'rp'],
  ['clear-item', 'cli'],
  ['clear-itemproperty', 'clp'],
  ['remove-variable', 'rv'],
  ['set-variable', 'sv set'],
  ['new-alias', 'nal'],
  ['set-alias', 'sal'],
  ['resolve-path', 'rvpa'],
  ['convert-path', 'cvpa'],
  ['format-table', 'ft'],
  ['format-list', 'fl'],
  ['start-sleep', 'sleep'],
  ['clear-host', 'clear cls'],
  ['compare-object', 'compare diff'],
  ['out-host', 'oh'],
  ['remove-psdrive', 'rdr'],
  ['send-mailmessage', 'smm'],
]);

/** Names under which Windows PowerShell hides the programs `curl` and `wget`. */
export const WEB_ALIASES: ReadonlySet<string> = /* @__PURE__ */ new Set(['curl', 'wget']);
