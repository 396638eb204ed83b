import { useGetResourceLabel, useNotify, useTranslate } from 'ra-core';
import { type Action, actionOf } from '../../authProvider/index.ts';
import { CallFailure, sentenceOf } from '../../dataProvider/failure.ts';
import { inSentence } from '../utils/inSentence.ts';

/** A success is seen at a glance; a failure is read. */
const doneMs = 2000;
const failedMs = 8000;

/** Says as a toast how something went. */
export function useToast() {
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
    success: (message: string, messageArgs?: Record<string, unknown>) =>
      notify(message, { type: 'success', autoHideDuration: doneMs, ...(messageArgs && { messageArgs }) }),
    /** Why something failed, in words. */
    messageOf: (error: unknown) => {
      const message = sentence(error);
      return translate(message, { _: message });
    },
    error: (error: unknown) => {
      const message = sentence(error);
      notify(message, { type: 'error', autoHideDuration: failedMs, messageArgs: { _: message } });
    },
  };
}

/** What rights are called: what may be done, and with which records. */
export function useRights(): (resource: string, action: Action) => string {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  return (resource, action) =>
    translate(`rights.${action}`, { name: inSentence(label(resource, action === 'list' ? 2 : 1)) });
}
