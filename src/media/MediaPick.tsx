import CheckCircle from '@mui/icons-material/CheckCircle';
import { Box } from '@mui/material';
import { useListContext } from 'ra-core';
import type { MediaKind } from '../../contract/uploadTypes.ts';
import type { Resource } from '../declaration/resource.ts';
import { NoMatch } from '../list/EmptyList.tsx';
import { ListFilters } from '../list/ListFilters.tsx';
import { ListPages } from '../list/ListPages.tsx';
import { useActiveFilters } from '../list/useActiveFilters.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { DropArea } from '../upload/DropArea.tsx';
import type { UploadResult } from '../upload/transport.ts';
import { fitting, useMayUpload } from '../upload/uploadKinds.ts';
import { LibraryUploads, useLibraryUploads } from './LibraryUploads.tsx';
import { gridKeys, gridStyle, MediaTile, TileSkeletons } from './MediaTile.tsx';
import type { Media } from './mediaRecord.ts';
import { mediaResource } from './mediaResource.tsx';
import { EmptyLibrary, UploadHere, useSendHere } from './UploadHere.tsx';

interface Props {
  kinds: readonly MediaKind[];
  isMultiple: boolean;
  chosen: readonly UploadResult[];
  onChoose: (chosen: readonly UploadResult[]) => void;
  onTake: (chosen: readonly UploadResult[]) => void;
}

const column = {
  display: 'flex',
  flexDirection: 'column',
  gap: 1.5,
  flex: { xs: 'none', sm: 1 },
  minHeight: 0,
  minWidth: 0,
  p: { xs: 1, sm: 2 },
  pb: { sm: 0 },
} as const;

/** Tiles to choose from. Files uploaded here are chosen at once. */
export function MediaPick({ kinds, isMultiple, chosen, onChoose, onTake }: Props) {
  const { data, error, isPending, total, refetch } = useListContext<Media>();
  const filters = kinds.length === 1 ? ['used'] : ['kind', 'used'];
  const resource: Resource = { ...mediaResource, list: { ...mediaResource.list, filters } };
  const { words, clear } = useActiveFilters(resource);
  const mayUpload = useMayUpload(kinds);
  const without = (file: UploadResult) => chosen.filter(({ id }) => id !== file.id);
  const including = (file: UploadResult) => (isMultiple ? [...without(file), file] : [file]);
  const send = useSendHere();
  const rows = useLibraryUploads(({ sent }) => {
    if (sent?.id && sent.kind && kinds.includes(sent.kind)) onChoose(including(sent));
  });
  return (
    <DropArea onFiles={mayUpload ? (files) => send(fitting(files, kinds)) : undefined} sx={column}>
      <ListFilters resource={resource}>
        <UploadHere kinds={kinds} isShort />
      </ListFilters>
      {rows.length > 0 && (
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, flexShrink: 0 }}>
          <LibraryUploads rows={rows} />
        </Box>
      )}
      {!data && error && <Failed level={3} error={error} onRetry={refetch} />}
      {isPending && <TileSkeletons />}
      {total === 0 &&
        (words ? <NoMatch resource={resource} words={words} onClear={clear} /> : <EmptyLibrary kinds={kinds} />)}
      {data && data.length > 0 && (
        <Box component="ul" onKeyDown={gridKeys} sx={gridStyle}>
          {data.map((record) => {
            const isSelected = chosen.some(({ id }) => id === record.id);
            return (
              <MediaTile
                key={record.id}
                record={record}
                isSelected={isSelected}
                button={{
                  'aria-pressed': isSelected,
                  onClick: () => onChoose(isSelected ? without(record) : including(record)),
                  onDoubleClick: () => onTake(including(record)),
                }}
                end={isSelected && <CheckCircle color="primary" />}
              />
            );
          })}
        </Box>
      )}
      <ListPages />
    </DropArea>
  );
}
