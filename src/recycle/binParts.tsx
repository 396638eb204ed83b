import DeleteForever from '@mui/icons-material/DeleteForeverOutlined';
import Restore from '@mui/icons-material/RestoreOutlined';
import { Box, IconButton, Tooltip } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import type { Call } from '../../contract/call.ts';
import { recyclePurge, recycleRestore } from '../../contract/calls/recycle.ts';
import { useMayCall } from '../auth/useMay.ts';
import { Check } from '../bulk/Check.tsx';
import type { Deleted } from './useRecycleBin.ts';

export interface BinRowsProps {
  rows: Deleted[];
  selected: Deleted[];
  onToggle: (records: Deleted[], isOn: boolean) => void;
  onAsk: (what: 'restore' | 'purge', record: Deleted) => void;
}

/** Selects one record. */
export function SelectOne({
  row,
  isOn,
  onToggle,
}: {
  row: Deleted;
  isOn: boolean;
  onToggle: BinRowsProps['onToggle'];
}) {
  const translate = useTranslate();
  const label = translate('bulk.select', { title: row.title });
  return <Check label={label} isOn={isOn} onChange={(next) => onToggle([row], next)} />;
}

/** A record's name, and what went with it. */
export function Named({ row: { title, id, holds } }: { row: Deleted }) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const what = Object.entries(holds ?? {})
    .map(([name, n]) => translate('column.holdsLine', { name: label(name, n), n }))
    .join(translate('list.and'));
  return (
    <>
      {title || `#${id}`}
      {what && (
        <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
          {translate('recycle.with', { what })}
        </Box>
      )}
    </>
  );
}

/** What may be done with one record. */
export function Actions({ row, onAsk }: { row: Deleted; onAsk: BinRowsProps['onAsk'] }) {
  const translate = useTranslate();
  const mayCall = useMayCall();
  const button = (what: 'restore' | 'purge', call: Call, Icon: typeof Restore) =>
    mayCall(call) && (
      <Tooltip title={translate(`recycle.${what}`)}>
        <IconButton
          size="small"
          aria-label={`${translate(`recycle.${what}`)} ${row.title}`}
          onClick={() => onAsk(what, row)}
        >
          <Icon fontSize="small" />
        </IconButton>
      </Tooltip>
    );
  return (
    <>
      {button('restore', recycleRestore, Restore)}
      {button('purge', recyclePurge, DeleteForever)}
    </>
  );
}
