import { Button } from '@mui/material';
import { useCloseNotification, useNotify, useTranslate } from 'ra-core';
import { getWorkingCopy } from '../../contract/calls/publishing.ts';
import { hasWorkingCopies } from '../declaration/knownFields.ts';
import type { Resource } from '../declaration/resource.ts';
import { linkUrl } from '../services/backEnd.ts';
import { http } from '../services/services.ts';
import { actionMs, useCopy, useToast, useYieldToNextToast } from '../ui/useToast.ts';

const publishedMessage = 'publishing.published';

/**
 * Tells that a record is saved. Of one that is published, the toast leads to its page on the site, if that is known.
 * @returns a function of the message's key and the record's id
 */
export function useNotifySaved(resource: Resource): (message: string, id: number) => Promise<void> {
  const toast = useToast();
  const notify = useNotify();
  return async (message, id) => {
    const mayHavePage = message === publishedMessage && id > 0 && hasWorkingCopies(resource);
    // It is published, whether its page can be told or not.
    const found = mayHavePage ? await http.call(getWorkingCopy, { entity: resource.name, id }).catch(() => null) : null;
    const page = linkUrl(found?.live_url ?? '');
    if (!page) return toast.success(message);
    const action = <PageActions page={new URL(page, location.href).href} />;
    notify(message, { type: 'success', autoHideDuration: actionMs, action });
  };
}

function PageActions({ page }: { page: string }) {
  const translate = useTranslate();
  const close = useCloseNotification();
  const { copy, canCopy } = useCopy('publishing', 'publishing.linkCopied');
  useYieldToNextToast();
  const handleCopy = () => {
    close();
    copy(page);
  };
  return (
    <>
      <Button color="inherit" size="small" href={page} target="_blank" rel="noreferrer" onClick={() => close()}>
        {translate('publishing.viewLive')}
      </Button>
      {canCopy && (
        <Button color="inherit" size="small" onClick={handleCopy}>
          {translate('publishing.copyLink')}
        </Button>
      )}
    </>
  );
}
