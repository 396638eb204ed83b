import { afterEach } from 'vitest';
import type { UploadOptions, UploadResult, UploadTransport } from '../../src/upload/transport.ts';

/** A file on its way. */
interface Held extends UploadOptions {
  file: File;
  /** What is not said of it here is its address alone, by its name. */
  arrive(sent?: Partial<UploadResult>): void;
  fail(error: unknown): void;
}

/** A way whose files arrive, or fail, when the test says so. */
export function heldWay(): { held: Held[]; way: UploadTransport } {
  const held: Held[] = [];
  const way: UploadTransport = (file, options) =>
    new Promise((resolve, fail) => {
      const arrive = (sent?: Partial<UploadResult>) => resolve({ url: `/upload/${file.name}`, ...sent });
      held.push({ ...options, file, arrive, fail });
    });
  return { held, way };
}

/** In the place of `src/upload/sendFile.ts`. */
const all = heldWay();
/** What was given to it stands in `held` until the test is over. */
export const { held, way: sendFile } = all;
afterEach(() => void held.splice(0));
