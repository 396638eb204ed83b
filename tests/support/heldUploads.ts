import { afterEach } from 'vitest';
import type { UploadOptions, UploadResult, UploadTransport } from '../../src/upload/transport.ts';

/** A file that is being uploaded. */
interface Held extends UploadOptions {
  file: File;
  /** Completes the upload. Its result is an address with the file's name, and `sent`. */
  arrive(sent?: Partial<UploadResult>): void;
  fail(error: unknown): void;
}

/** An upload transport whose files arrive or fail when the test says so. */
export function createHeldTransport(): { held: Held[]; way: UploadTransport } {
  const held: Held[] = [];
  const way: UploadTransport = (file, options) =>
    new Promise((resolve, fail) => {
      const arrive = (sent?: Partial<UploadResult>) => resolve({ url: `/upload/${file.name}`, ...sent });
      held.push({ ...options, file, arrive, fail });
    });
  return { held, way };
}

/** Tests mock `src/upload/sendFile.ts` with this module. */
const all = createHeldTransport();
/** `held` lists the files that `sendFile` was given, until the test is over. */
export const { held, way: sendFile } = all;
afterEach(() => void held.splice(0));
