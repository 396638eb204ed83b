import { useGetResourceLabel, useLogoutIfAccessDenied, useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { type Action, actionOf } from '../../authProvider/index.ts';
import { isSessionEnded } from '../../authProvider/session.ts';
import { CallFailure, isRefusal, sentenceOf } from '../../dataProvider/failure.ts';
import { session } from '../services/services.ts';
import { inSentence } from '../utils/format.ts';

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
      // Signing out says so already.
      const isSaid = error instanceof CallFailure && error.kind === 'unauthorized' && isSessionEnded(session.status());
      if (isSaid) return;
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

/**
 * Runs what a button begins, outside react-admin's own mutations.
 * @returns whether it is on its way, and `run`, which says as a toast why it failed; what is refused at fields goes to
 * `atFields`, and why else it is refused to `onRefused`, in the screens of the configuration and the layout (docs/contract.md, "Failures")
 */
export function useAsyncAction() {
  const leaveIfRefused = useLogoutIfAccessDenied();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const run = async (
    work: () => Promise<unknown>,
    atFields?: (errors: Record<string, string>) => void,
    onRefused?: (why: string) => void,
  ) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (await leaveIfRefused(error)) return;
      if (atFields && error instanceof CallFailure && error.kind === 'invalid')
        atFields(error.data.errors as Record<string, string>);
      else if (onRefused && isRefusal(error)) onRefused(toast.messageOf(error));
      else toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
