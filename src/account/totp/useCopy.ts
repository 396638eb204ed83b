import { useSay } from '../../useSay.ts';

/** Puts a text on the clipboard and says so; undefined where the browser lets no page do it, as without TLS. */
export function useCopy(): ((text: string) => Promise<void>) | undefined {
  const say = useSay();
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (!clipboard) return undefined;
  return (text) =>
    clipboard.writeText(text).then(
      () => {
        say.done('totp.copied');
      },
      () => say.failed(new Error('totp.notCopied')),
    );
}
