import { useRefresh } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { isOver } from '../layout/useSession.ts';
import { session } from '../services.ts';
import { useSay } from '../useSay.ts';

/** After a save the panel closes, as soon as the form no longer holds a navigation back for its typed values. */
export function useSaved(onClose: () => void) {
  const say = useSay();
  const refresh = useRefresh();
  const [isSaved, setSaved] = useState(false);
  const leave = useEffectEvent(() => {
    onClose();
    refresh();
  });
  useEffect(() => {
    if (isSaved) leave();
  }, [isSaved]);
  const onSuccess = () => {
    if (isOver(session.status())) return;
    say.done('form.saved');
    setSaved(true);
  };
  return { isSaved, onSuccess };
}
