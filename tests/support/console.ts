import { execFileSync } from 'node:child_process';

/** Builds the program, where a source of it changed, before a browser looks at it. */
export default function buildProgram(): void {
  execFileSync(process.execPath, ['server/commands/build.ts', '--if-stale'], { stdio: 'inherit' });
}
