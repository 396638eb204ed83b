import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { currentFilesVariable } from './processorTime.ts';

/** Says which file this worker runs, so that its processor time is counted as that file's (processorTime.ts). */
const folder = process.env[currentFilesVariable];
const { testPath } = expect.getState();
if (folder && testPath)
  writeFileSync(join(folder, String(process.pid)), relative(join(import.meta.dirname, '..'), testPath));
