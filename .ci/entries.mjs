/*
 * Writes a module that uses every entry of the package.
 */
import { readFileSync } from 'node:fs';

const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.keys(exports).filter((path) => !path.endsWith('.json'));
for (const [index, path] of entries.entries()) {
  console.log(`import * as entry${index} from '${name}${path.slice(1)}';`);
}
console.log(`console.log(${entries.map((_, index) => `entry${index}`).join(', ')});`);
