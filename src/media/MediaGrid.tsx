import { Box, ButtonBase } from '@mui/material';
import { RecordContextProvider, useListContext } from 'ra-core';
import { type DragEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import { SelectBox } from '../bulk/SelectBox.tsx';
import { useBulkActions } from '../bulk/useBulkActions.ts';
import type { Resource } from '../declaration/resource.ts';
import { RowActions } from '../list/RowActions.tsx';
import { useListLink } from '../navigation/useListLink.ts';
import { useScrollRestoration } from '../ui/useScrollRestoration.ts';
import { MediaTile } from './MediaTile.tsx';
import { dragMedia, type Media } from './mediaRecord.ts';
import { gridKeys, gridStyle } from './tiles.tsx';

/** The files of the page as tiles: each opens its panel, is selected, or is taken by hand into a folder. */
export function MediaGrid({ resource }: { resource: Resource }) {
  const { data, selectedIds = [] } = useListContext<Media>();
  const { canSelect } = useBulkActions(resource);
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
              frame={(content) => (
                <ButtonBase
                  component={Link}
                  to={linkTo(record.id)}
                  data-tile
                  onDragStart={(event: DragEvent<HTMLElement>) =>
                    dragMedia(event, isSelected ? selectedIds.map(Number) : [record.id])
                  }
                  sx={{ display: 'block', width: '100%', borderRadius: 1, '&:hover': { bgcolor: 'action.hover' } }}
                >
                  {content}
                </ButtonBase>
              )}
              start={canSelect && <SelectBox resource={resource} />}
              end={<RowActions resource={resource} />}
            />
          </RecordContextProvider>
        );
      })}
    </Box>
  );
}
