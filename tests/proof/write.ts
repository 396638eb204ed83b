import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { page } from './page.ts';

writeFileSync(resolve(import.meta.dirname, '../../docs/coverage.md'), page());
