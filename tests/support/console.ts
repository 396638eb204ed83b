import { execFileSync } from 'node:child_process';

/** Builds the console, where a source of it changed, before a browser looks at it. */
export default function buildConsole(): void {
  execFileSync(process.execPath, ['server/commands/buildConsole.ts', '--if-stale'], { stdio: 'inherit' });
}
