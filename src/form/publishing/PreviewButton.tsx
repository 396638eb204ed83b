import Visibility from '@mui/icons-material/VisibilityOutlined';
import { IconButton, Portal, Tooltip } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { Suspense, useRef, useState } from 'react';
import { previewLink } from '../../../contract/calls/publishing.ts';
import type { Resource } from '../../declaration/resource.ts';
import { useFormAddress } from '../../drafts/formDrafts.ts';
import { linkUrl } from '../../services/backEnd.ts';
import { http } from '../../services/services.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useAsyncAction } from '../../ui/useToast.ts';
import { useWritingView } from '../writingView.tsx';
import { leadNewTab } from './newTab.ts';
import { useAutosave } from './useAutosave.ts';

const PreviewPane = lazyComponent(() => import('./PreviewPane.tsx').then((module) => module.PreviewPane));

/** Shows the record on the site as it is typed, and follows what is stored. A form in its list's place has a tab of its own. */
export function PreviewButton({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const record = useRecordContext();
  const autosave = useAutosave();
  const writing = useWritingView();
  const isWriting = Boolean(writing?.isOn && writing.isWide);
  const { isInPlace } = useFormAddress();
  const { isBusy, run } = useAsyncAction();
  const [url, setUrl] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  if (!record || !autosave) return null;
  const about = { entity: resource.name, id: Number(record.id) };
  const address = async () => {
    await autosave.flush();
    const reply = await http.call(previewLink, about);
    const page = linkUrl(reply.url);
    if (!page) throw new Error('publishing.noPage');
    return new URL(page, location.href).href;
  };
  const open = () =>
    run(async () => {
      if (isInPlace) return leadNewTab(address);
      setUrl(await address());
      // The page covers what stands beside the text.
      if (isWriting) writing?.showSettings(true);
    });
  const besideForm = () => {
    const panel = button.current?.closest('[role=dialog]');
    return (isWriting && panel?.querySelector('[data-beside]')) || panel || document.body;
  };
  const title = translate('publishing.preview');
  return (
    <>
      <Tooltip title={title}>
        <IconButton
          ref={button}
          size="small"
          aria-label={title}
          aria-pressed={url !== undefined}
          disabled={isBusy}
          onClick={() => (url ? setUrl(undefined) : open())}
        >
          <Visibility />
        </IconButton>
      </Tooltip>
      {url && (
        <Portal container={besideForm}>
          <Suspense>
            <PreviewPane
              about={about}
              url={url}
              state={`${record.version} ${autosave.time}`}
              onClose={() => setUrl(undefined)}
            />
          </Suspense>
        </Portal>
      )}
    </>
  );
}
