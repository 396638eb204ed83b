import { readFileSync } from 'node:fs';

/**
 * What this process holds of the memory, in bytes. Where the system tells it without the pages of files, which it takes back
 * when it needs them: a picture's file is mapped while it is read.
 */
export function memoryInUse(): number {
  try {
    const [, kB] = /RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kB) return Number(kB) * 1024;
  } catch {
    // not Linux
  }
  return process.memoryUsage.rss();
}
