import { useToast } from './useToast.ts';

/**
 * Puts a text on the clipboard and says so; where that fails, how else one gets it.
 * @param of where the messages `copied` and `notCopied` stand
 * @returns also whether the browser lets a page do it at all: without TLS it does not
 */
export function useCopy(of: 'totp' | 'media') {
  const toast = useToast();
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`${of}.copied`);
    } catch {
      toast.error(new Error(`${of}.notCopied`));
    }
  };
  return { copy, canCopy: 'clipboard' in navigator };
}
