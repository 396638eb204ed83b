import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { checkBackEnd } from '../../checkBackend/check.ts';
import { jsonOf } from '../../checkBackend/report.ts';

const program = resolve(import.meta.dirname, '../../checkBackend/main.ts');

export type Checked = ReturnType<typeof jsonOf>;

/** Runs `npm run check-backend` as someone does from the shell. */
export function checkBackend(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { maxBuffer: 10_000_000 }, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr: stderr.trim() }),
    );
  });
}

/** The report of a check within this process. */
export async function reportOn(wanted: { url: string; password: string; write: boolean }): Promise<Checked> {
  return jsonOf(await checkBackEnd({ ...wanted, username: 'admin' }));
}
