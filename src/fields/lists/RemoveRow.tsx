import Close from '@mui/icons-material/Close';
import { IconButton, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { MouseEvent } from 'react';
import type { Rows } from './useRows.ts';

/** Takes a row out of its list; not there where nothing may be changed. */
export function RemoveRow({ rows, at, name }: { rows: Rows; at: number; name: string }) {
  const translate = useTranslate();
  if (rows.isReadOnly) return null;
  const remove = ({ currentTarget }: MouseEvent) => {
    const group = currentTarget.closest<HTMLElement>('[role=group]');
    rows.remove(at);
    // Its neighbour takes the focus; else it would be lost.
    setTimeout(() => {
      const left = group?.querySelectorAll<HTMLElement>('[data-remove]');
      (left?.[Math.min(at, left.length - 1)] ?? group)?.focus();
    });
  };
  return (
    <Tooltip title={translate('rows.remove')}>
      <IconButton
        size="small"
        aria-label={`${translate('rows.remove')} ${name}`}
        data-remove
        onClick={remove}
        sx={{ flexShrink: 0 }}
      >
        <Close fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
