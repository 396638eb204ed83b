import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, IconButton, Link as MuiLink } from '@mui/material';
import { type Identifier, useRecordContext, useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import type { Field } from '../../contract/fields.ts';
import type { Resource } from '../declaration/resource.ts';
import { listFields } from '../fields/listFields.tsx';
import type { ListLink } from '../navigation/useListLink.ts';
import { twoLines } from '../theme/index.ts';
import { useFolding } from '../tree/TreeRows.tsx';
import { useMove, useMoveKeys } from '../tree/useMove.ts';

interface Props {
  resource: Resource;
  name: string;
  linkTo: ListLink;
  isCard?: boolean;
}

export function NameCell({ resource, name, linkTo, isCard = false }: Props) {
  const translate = useTranslate();
  const record = useRecordContext();
  const folding = useFolding();
  const nameOf = resource.row.useNameOf?.();
  const onKeyDown = useMoveKeys(record);
  if (!record) return null;
  const id = Number(record.id);
  const title = (nameOf ? nameOf(record) : String(record[name] ?? '')) || `#${id}`;
  const isFolded = folding?.isFolded(id);
  const { Name, NameAdornment } = resource.row;
  if (Name) return <Name />;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', minWidth: 0, pl: folding ? Number(record.depth) * 3 : 0 }}>
      {folding && <DragSlot id={record.id} />}
      {folding && (
        <IconButton
          size="small"
          aria-label={`${translate(isFolded ? 'list.expand' : 'list.collapse')} ${title}`}
          aria-expanded={!isFolded}
          onClick={() => folding.toggle(id)}
          // In a table the names stay aligned.
          sx={record.below ? undefined : isCard ? { display: 'none' } : { visibility: 'hidden' }}
        >
          {isFolded ? <ChevronRight fontSize="small" /> : <ExpandMore fontSize="small" />}
        </IconButton>
      )}
      <MuiLink
        component={Link}
        to={linkTo(id)}
        onKeyDown={onKeyDown}
        underline="hover"
        title={title}
        sx={{ ...twoLines, fontWeight: 500 }}
      >
        {title}
      </MuiLink>
      {NameAdornment && <NameAdornment />}
    </Box>
  );
}

function DragSlot({ id }: { id: Identifier }) {
  const slots = useMove()?.slots;
  const ref = useCallback((element: HTMLElement | null) => slots?.set(id, element), [slots, id]);
  return slots ? <Box component="span" ref={ref} sx={{ width: 20, height: 24, flexShrink: 0 }} /> : null;
}

export function FieldValue({ resource, name }: Pick<Props, 'resource' | 'name'>) {
  const record = useRecordContext();
  const field = resource.entity.fields[name] as Field;
  const Show = resource.record.displays?.[name] ?? listFields[field.kind];
  return record ? <Show field={field} name={name} record={record} /> : null;
}
