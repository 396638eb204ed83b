import { Button } from '@mui/material';
import { useCloseNotification, useNotificationContext, useNotify, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { getWorkingCopy } from '../../../contract/calls/publishing.ts';
import { hasWorkingCopies } from '../../declaration/knownFields.ts';
import type { Resource } from '../../declaration/resource.ts';
import { linkUrl } from '../../services/backEnd.ts';
import { http } from '../../services/services.ts';
import { useCopy, useToast } from '../../ui/useToast.ts';

export const publishedMessage = 'publishing.published';

/** In milliseconds: time to read the message and to reach its buttons by keyboard. */
const autoHideDuration = 10_000;

/** Says that a record is published and, if its page on the site is known, leads there. */
export function useNotifyPublished(resource: Resource): (id: number) => Promise<void> {
  const toast = useToast();
  const notify = useNotify();
  return async (id) => {
    const canAsk = id > 0 && hasWorkingCopies(resource);
    // It is published, whether its page can be told or not.
    const found = canAsk ? await http.call(getWorkingCopy, { entity: resource.name, id }).catch(() => null) : null;
    const page = linkUrl(found?.live_url ?? '');
    if (!page) return toast.success(publishedMessage);
    const action = <PageActions page={new URL(page, location.href).href} />;
    notify(publishedMessage, { type: 'success', autoHideDuration, action });
  };
}

function PageActions({ page }: { page: string }) {
  const translate = useTranslate();
  const close = useCloseNotification();
  const { copy, canCopy } = useCopy('publishing.page');
  // The next message does not wait for this one, which stays long.
  const isFollowed = useNotificationContext().notifications.length > 0;
  useEffect(() => {
    if (isFollowed) close();
  }, [isFollowed, close]);
  const handleCopy = () => {
    close();
    copy(page);
  };
  return (
    <>
      <Button color="inherit" size="small" href={page} target="_blank" rel="noreferrer" onClick={() => close()}>
        {translate('publishing.page.view')}
      </Button>
      {canCopy && (
        <Button color="inherit" size="small" onClick={handleCopy}>
          {translate('publishing.page.copy')}
        </Button>
      )}
    </>
  );
}
