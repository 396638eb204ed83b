import { useNotify, useTranslate } from 'ra-core';
import { actionOf } from '../authProvider/index.ts';
import { CallFailure, sentenceOf } from '../dataProvider/failure.ts';
import { useRights } from './screens/faces/Forbidden.tsx';

/** A success is seen at a glance; a failure is read. */
const doneMs = 2000;
const failedMs = 8000;

/** Says as a toast how something went. */
export function useSay() {
  const notify = useNotify();
  const translate = useTranslate();
  const rightOf = useRights();
  const sentence = (error: unknown) => {
    const lacks = error instanceof CallFailure && error.kind === 'forbidden' && error.call && actionOf(error.call);
    if (lacks) return translate('failure.lacks', { right: rightOf(lacks.resource, lacks.action) });
    return sentenceOf(error) || 'failure.refused';
  };
  return {
    /** @param message its key */
    done: (message: string, messageArgs?: Record<string, unknown>) =>
      notify(message, { type: 'success', autoHideDuration: doneMs, ...(messageArgs && { messageArgs }) }),
    /** Why something failed, in words. */
    why: (error: unknown) => {
      const message = sentence(error);
      return translate(message, { _: message });
    },
    failed: (error: unknown) => {
      const message = sentence(error);
      notify(message, { type: 'error', autoHideDuration: failedMs, messageArgs: { _: message } });
    },
  };
}
