/*
 * Writes a module that uses every entry of the package that needs no types of a host, or with the
 * argument `web` every one that needs those of the web.
 */
import { readFileSync } from 'node:fs';

const WEB = /^\.\/(?:http|judges\/.+)$/;

const wanted = process.argv[2] === 'web';
const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.keys(exports).filter((path) => !path.endsWith('.json'));
const chosen = entries.filter((path) => WEB.test(path) === wanted);
for (const [index, path] of chosen.entries()) {
  console.log(`import * as entry${index} from '${name}${path.slice(1)}';`);
}
console.log(`console.log(${chosen.map((_, index) => `entry${index}`).join(', ')});`);
