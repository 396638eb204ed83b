import { useRefresh } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { isOver } from '../layout/useSession.ts';
import { session } from '../services.ts';
import { useFormAddress } from './formAddress.ts';

/**
 * After a save the panel closes, as soon as the form no longer holds a navigation back for its typed values; a form in
 * its list's place stays, and is settled by itself.
 * @param sayDone says of a record that it was saved
 */
export function useSaved<R>(onClose: () => void, sayDone: (record: R) => void) {
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
  const onSuccess = (record: R) => {
    if (isOver(session.status())) return;
    sayDone(record);
    setSaved(true);
  };
  const onSettled = () => {
    setSaved(false);
    refresh();
  };
  return { isSaved, onSuccess, onSettled };
}
