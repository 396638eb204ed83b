import { useSay } from '../useSay.ts';

/** Copies a file's address. */
export function useCopyAddress(): (url: string) => Promise<void> {
  const say = useSay();
  return async (url) => {
    try {
      await navigator.clipboard.writeText(url);
      say.done('media.copied');
    } catch {
      // A browser has no clipboard on a plain-http page.
      say.failed(new Error('media.notCopied'));
    }
  };
}
