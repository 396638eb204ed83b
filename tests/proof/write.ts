import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { missing, page } from './page.ts';

writeFileSync(resolve(import.meta.dirname, '../../docs/coverage.md'), page());
for (const what of missing) console.error(`missing: ${what}`);
process.exitCode = missing.length > 0 ? 1 : 0;
