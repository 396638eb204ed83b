import { useRefresh } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFormAddress } from '../drafts/formAddress.ts';
import { session } from '../services/services.ts';
import { isSessionEnded } from '../services/useSession.ts';

/**
 * After a save the panel closes, in an effect: by then the form is no longer dirty, so that its guard lets the navigation
 * pass. A form in the place of its list (`isInPlace`) stays open; `DraftPersistence` resets it and then calls `onSettled`.
 * @returns `onSuccess` with what tells that the record was saved
 */
export function useSaved(onClose: () => void) {
  const refresh = useRefresh();
  const { isInPlace } = useFormAddress();
  const [isSaved, setSaved] = useState(false);
  const leave = useEffectEvent(() => {
    onClose();
    refresh();
  });
  useEffect(() => {
    if (isSaved && !isInPlace) leave();
  }, [isSaved, isInPlace]);
  const onSuccess =
    <R>(notify: (record: R) => void) =>
    (record: R) => {
      if (isSessionEnded(session.status())) return;
      notify(record);
      setSaved(true);
    };
  const onSettled = () => {
    setSaved(false);
    refresh();
  };
  return { isSaved, onSuccess, onSettled };
}
