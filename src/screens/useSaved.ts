import { useRefresh } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { saidWith } from '../../dataProvider/said.ts';
import { isOver } from '../layout/useSession.ts';
import type { Resource } from '../resource.ts';
import { session } from '../services.ts';
import { useSay } from '../useSay.ts';
import { useFormAddress } from './formAddress.ts';

/**
 * After a save the panel closes, as soon as the form no longer holds a navigation back for its typed values; a form in
 * its list's place stays, and is settled by itself.
 */
export function useSaved(onClose: () => void, says: Resource['edit'] = {}) {
  const say = useSay();
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
  const onSuccess = (record: unknown) => {
    if (isOver(session.status())) return;
    say.done((says.saved === 'message' && saidWith(record)) || 'form.saved');
    setSaved(true);
  };
  const onSettled = () => {
    setSaved(false);
    refresh();
  };
  return { isSaved, onSuccess, onSettled };
}
