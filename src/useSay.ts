import { useNotify } from 'ra-core';

/** A success is seen at a glance; a failure is read. */
const doneMs = 2000;
const failedMs = 8000;

/** Says as a toast how something went. */
export function useSay() {
  const notify = useNotify();
  return {
    /** @param message its key */
    done: (message: string) => notify(message, { type: 'success', autoHideDuration: doneMs }),
    failed: (error: unknown) => {
      const message = error instanceof Error ? error.message : 'failure.refused';
      notify(message, { type: 'error', autoHideDuration: failedMs, messageArgs: { _: message } });
    },
  };
}
