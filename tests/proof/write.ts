import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { page } from './page.ts';
import { writeDecisions } from './pictureLimits.ts';

writeFileSync(resolve(import.meta.dirname, '../../docs/coverage.md'), page());
writeDecisions();
