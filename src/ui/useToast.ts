import {
  useCloseNotification,
  useGetResourceLabel,
  useLogoutIfAccessDenied,
  useNotificationContext,
  useNotify,
  useTranslate,
} from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { type Action, actionOf } from '../../authProvider/index.ts';
import { isSessionEnded } from '../../authProvider/session.ts';
import { CallFailure, isRefusal, sentenceOf } from '../../dataProvider/failure.ts';
import { features, session } from '../services/services.ts';
import { inSentence } from '../utils/format.ts';

/** A busy machine may need two seconds only to show a list again. */
const successMs = 4000;
/** A failure takes longer to read. */
const errorMs = 8000;
/** Time to read the message and to reach its buttons by keyboard. */
export const actionMs = 10_000;

/** Loads the messages about missing rights, a chunk of their own because few users ever see them. */
export const loadRefusalMessages = () => import('../access/refusal.tsx');

export function useToast() {
  const notify = useNotify();
  const translate = useTranslate();
  const rightOf = useRights();
  const sentence = (error: unknown) => {
    const isRight = error instanceof CallFailure && error.kind === 'forbidden' && features.isExtended();
    const lacks = isRight && error.call && actionOf(error.call);
    if (lacks) return translate('failure.lacks', { right: rightOf(lacks.resource, lacks.action) });
    return sentenceOf(error) || 'failure.refused';
  };
  return {
    /** @param message an i18n key */
    success: (message: string, messageArgs?: Record<string, unknown>) =>
      notify(message, { type: 'success', autoHideDuration: successMs, ...(messageArgs && { messageArgs }) }),
    messageOf: (error: unknown) => {
      const message = sentence(error);
      return translate(message, { _: message });
    },
    error: (error: unknown) => {
      // The sign-out has shown its own message.
      const isShown = error instanceof CallFailure && error.kind === 'unauthorized' && isSessionEnded(session.status());
      if (isShown) return;
      const message = sentence(error);
      const say = (told: string) =>
        notify(told, { type: 'error', autoHideDuration: errorMs, messageArgs: { _: told } });
      if (error instanceof CallFailure && error.data.rule)
        loadRefusalMessages()
          .then(({ refusalMessage }) => refusalMessage(error, message, translate))
          .then(say, () => say(message));
      else say(message);
    },
  };
}

/** Closes a long-lasting toast, in which it is called, when another message waits. */
export function useYieldToNextToast(): void {
  const close = useCloseNotification();
  const isFollowed = useNotificationContext().notifications.length > 0;
  useEffect(() => {
    if (isFollowed) close();
  }, [isFollowed, close]);
}

export function useRights(): (resource: string, action: Action) => string {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  return (resource, action) =>
    translate(`rights.${action}`, { name: inSentence(label(resource, action === 'list' ? 2 : 1)) });
}

/**
 * Copies a text to the clipboard, with a toast.
 * @param of the i18n namespace of the messages `copied` and `notCopied`
 * @param copied another key for the first of them
 * @returns `canCopy`: whether the page has a clipboard, which it lacks without TLS
 */
export function useCopy(of: 'totp' | 'media' | 'publishing' | 'tokens', copied = `${of}.copied`) {
  const toast = useToast();
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(copied);
    } catch {
      toast.error(new Error(`${of}.notCopied`));
    }
  };
  return { copy, canCopy: 'clipboard' in navigator };
}

/**
 * Runs a button's action outside react-admin's mutations. The second click of a double click comes before the button is
 * disabled, so nothing is begun while an action runs.
 * @returns `run` shows a failure as a toast. Errors of fields go to `onInvalid`, and other refusals to `onRefused`,
 * which the screens of the configuration and the layout have (docs/contract.md, "Failures").
 */
export function useAsyncAction() {
  const logoutIfDenied = useLogoutIfAccessDenied();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run = async (
    action: () => Promise<unknown>,
    onInvalid?: (errors: Record<string, string>) => void,
    onRefused?: (why: string) => void,
  ) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await action();
    } catch (error) {
      if (await logoutIfDenied(error)) return;
      if (onInvalid && error instanceof CallFailure && error.kind === 'invalid')
        onInvalid(error.data.errors as Record<string, string>);
      else if (onRefused && isRefusal(error)) onRefused(toast.messageOf(error));
      else toast.error(error);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, run };
}
