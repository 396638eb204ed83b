import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TaskMeta } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why it is skipped; the last lines of `npm test` say so. */
    skipReason?: string;
    /** Skipped for lack of a program, which is a failure in CI: what .ci/install installs has to be there. */
    lacksProgram?: boolean;
  }
}

interface SkipOptions {
  skip: boolean;
  meta: TaskMeta;
}

/** Debian keeps PostgreSQL's own programs where no PATH leads. */
const folders = [...(process.env.PATH ?? '').split(delimiter), ...globSync('/usr/lib/postgresql/*/bin').toSorted()];

/** The path of an installed program. */
export const findProgram = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).findLast((path) => existsSync(path));

/** Options of a test or suite that starts programs which npm does not bring: it is skipped where one is not installed. */
export function needsPrograms(...names: string[]): SkipOptions {
  const missing = names.filter((name) => !findProgram(name));
  if (missing.length === 0) return { skip: false, meta: {} };
  return { skip: true, meta: { skipReason: `not installed: ${missing.join(', ')}`, lacksProgram: true } };
}

/** Options of a test or suite that is skipped where something else is missing, which no CI has to have. */
export const needs = (isThere: boolean, skipReason: string): SkipOptions => ({
  skip: !isThere,
  meta: isThere ? {} : { skipReason },
});
