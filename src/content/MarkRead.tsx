import { type Identifier, useRecordContext, useResourceContext, useUpdate } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import { useToast } from '../ui/useToast.ts';

/** Who opens a message has read it. */
export function MarkRead() {
  const record = useRecordContext();
  const resource = useResourceContext();
  const toast = useToast();
  const [update] = useUpdate();
  const id = record?.id;
  const mark = useEffectEvent((opened: Identifier) => {
    if (record?.is_read !== 0) return;
    const change = { id: opened, data: { is_read: 1 }, previousData: record };
    update(resource, change, { mutationMode: 'pessimistic', onError: toast.error });
  });
  // Once for each that is opened: it may be made unread again.
  useEffect(() => {
    if (id !== undefined) mark(id);
  }, [id]);
  return null;
}
