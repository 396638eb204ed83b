import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hooksTable } from './hooks.ts';
import { page } from './page.ts';
import { pictureLimitsTable } from './pictureLimits.ts';

writeFileSync(resolve(import.meta.dirname, '../../docs/coverage.md'), page());
hooksTable.write();
pictureLimitsTable.write();
