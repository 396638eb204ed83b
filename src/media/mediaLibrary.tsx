import ContentCopy from '@mui/icons-material/ContentCopy';
import ViewModule from '@mui/icons-material/GridViewOutlined';
import ViewList from '@mui/icons-material/ViewListOutlined';
import { Box, IconButton, ToggleButton, ToggleButtonGroup, Tooltip } from '@mui/material';
import { RecordContextProvider, useListContext, useRecordContext, useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import { SelectBox } from '../bulk/SelectBox.tsx';
import { useBulkActions } from '../bulk/useBulkActions.ts';
import type { ShowProps } from '../declaration/common.ts';
import type { Resource } from '../declaration/resource.ts';
import { RowPicture } from '../fields/RowPicture.tsx';
import { EntityTable } from '../list/EntityTable.tsx';
import { RowActions, useRowRights } from '../list/RowActions.tsx';
import { useListLink } from '../navigation/useListLink.ts';
import { useSetting } from '../services/settings.ts';
import { useScrollRestoration } from '../ui/useScrollRestoration.ts';
import { useCopy } from '../ui/useToast.ts';
import { Unfinished } from '../upload/cloud/Unfinished.tsx';
import { DropArea } from '../upload/DropArea.tsx';
import { useMayUpload } from '../upload/uploadKinds.ts';
import { sizeText } from '../utils/format.ts';
import { useLibraryUploads } from './LibraryUploads.tsx';
import { gridKeys, gridStyle, MediaTile, TileSkeletons } from './MediaTile.tsx';
import { type Media, startMediaDrag, thumbOf } from './mediaRecord.ts';
import { UploadHere, useSendHere } from './UploadHere.tsx';

const column = { display: 'flex', flexDirection: 'column', gap: 1.5, flex: 1, minHeight: 0 } as const;

export function LibraryArea({ children }: { resource: Resource; children: ReactNode }) {
  const send = useSendHere();
  const mayUpload = useMayUpload();
  useLibraryUploads();
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, [role=dialog]');
    if (!mayUpload || files.length === 0 || isTyping) return;
    event.preventDefault();
    send(files);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
  return (
    <DropArea onFiles={mayUpload ? send : undefined} sx={column}>
      {mayUpload && <Unfinished />}
      {children}
    </DropArea>
  );
}

export function LibraryTools() {
  const translate = useTranslate();
  const [view, setView] = useMediaView();
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        onChange={(_event, chosen) => chosen && setView(chosen)}
        aria-label={translate('media.view')}
      >
        <ToggleButton value="grid" aria-label={translate('media.grid')} title={translate('media.grid')}>
          <ViewModule fontSize="small" />
        </ToggleButton>
        <ToggleButton value="list" aria-label={translate('media.list')} title={translate('media.list')}>
          <ViewList fontSize="small" />
        </ToggleButton>
      </ToggleButtonGroup>
      <UploadHere isShort />
    </>
  );
}

const useMediaView = () => useSetting<'grid' | 'list'>('media.view');

export function MediaRows({ resource }: { resource: Resource }) {
  const [view] = useMediaView();
  const { isPending } = useListContext();
  if (view === 'list') return <EntityTable resource={resource} />;
  return isPending ? <TileSkeletons /> : <MediaGrid resource={resource} />;
}

function MediaGrid({ resource }: { resource: Resource }) {
  const { data, selectedIds = [] } = useListContext<Media>();
  const { canSelect } = useBulkActions(resource);
  const rights = useRowRights(resource);
  const linkTo = useListLink(resource);
  const box = useRef<HTMLUListElement>(null);
  useScrollRestoration(box, `${resource.path}#rows`);
  return (
    <Box component="ul" ref={box} onKeyDown={gridKeys} sx={gridStyle}>
      {data?.map((record) => {
        const isSelected = selectedIds.includes(record.id);
        return (
          <RecordContextProvider key={record.id} value={record}>
            <MediaTile
              record={record}
              isSelected={isSelected}
              button={{
                component: Link,
                to: linkTo(record.id),
                onDragStart: (event) => startMediaDrag(event, isSelected ? selectedIds.map(Number) : [record.id]),
              }}
              start={canSelect && <SelectBox resource={resource} />}
              end={<RowActions resource={resource} rights={rights} linkTo={linkTo} />}
            />
          </RecordContextProvider>
        );
      })}
    </Box>
  );
}

export function CopyAddress() {
  const translate = useTranslate();
  const record = useRecordContext<Media>();
  const { copy } = useCopy('media');
  if (!record) return null;
  return (
    <Tooltip title={translate('media.copy')}>
      <IconButton
        size="small"
        aria-label={`${translate('media.copy')} ${record.name}`}
        onClick={() => copy(record.url)}
      >
        <ContentCopy fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

export function Thumb({ record }: ShowProps) {
  const src = thumbOf(record as Media);
  return src && <RowPicture src={src} />;
}

export const Size = ({ record }: ShowProps) => (
  <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
    {sizeText(record.size)}
  </Box>
);

export function Used({ record }: ShowProps) {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', color: record.used ? undefined : 'text.secondary' }}>
      {translate(record.used ? 'form.on' : 'form.off')}
    </Box>
  );
}
