import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import FormatIndentDecrease from '@mui/icons-material/FormatIndentDecrease';
import FormatIndentIncrease from '@mui/icons-material/FormatIndentIncrease';
import SwapVert from '@mui/icons-material/SwapVert';
import {
  CircularProgress,
  IconButton,
  ListItemIcon,
  ListItemText,
  Menu,
  MenuItem,
  Tooltip,
  Typography,
} from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Resource } from '../declaration/resource.ts';
import { useName } from '../declaration/useFieldLabel.ts';
import { type Move, moves } from './planMove.ts';
import { useMove, useMoveKeys } from './useMove.ts';

const looks: Record<Move, { Icon: typeof SwapVert; keys: string; shortcut: string }> = {
  up: { Icon: ArrowUpward, keys: 'Alt ↑', shortcut: 'Alt+ArrowUp' },
  down: { Icon: ArrowDownward, keys: 'Alt ↓', shortcut: 'Alt+ArrowDown' },
  in: { Icon: FormatIndentIncrease, keys: 'Alt →', shortcut: 'Alt+ArrowRight' },
  out: { Icon: FormatIndentDecrease, keys: 'Alt ←', shortcut: 'Alt+ArrowLeft' },
};

const keyHint = { ml: 3, display: { xs: 'none', md: 'block' }, '@media (hover: none)': { display: 'none' } };

export function MoveActions({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const record = useRecordContext();
  const mover = useMove();
  const name = useName(resource);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const onKeyDown = useMoveKeys(record);
  if (!mover || !record) return null;
  const label = `${translate('move.move')} ${record[resource.entity.label]}`;
  const isSlow = mover.slow === record.id;
  return (
    <>
      <Tooltip title={translate('move.move')}>
        <IconButton
          size="small"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-busy={isSlow}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          onKeyDown={onKeyDown}
        >
          {isSlow ? <CircularProgress size="1.25rem" color="inherit" /> : <SwapVert fontSize="small" />}
        </IconButton>
      </Tooltip>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        transitionDuration={0}
        slotProps={{ list: { dense: true, 'aria-label': label } }}
      >
        {anchor &&
          moves.map((move) => {
            const { Icon, keys, shortcut } = looks[move];
            return (
              <MenuItem
                key={move}
                disabled={!mover.plan(record, move)}
                aria-keyshortcuts={shortcut}
                onClick={() => {
                  setAnchor(null);
                  mover.move(record, move);
                }}
              >
                <ListItemIcon>
                  <Icon fontSize="small" />
                </ListItemIcon>
                <ListItemText>{translate(`move.${move}`, { name })}</ListItemText>
                <Typography variant="caption" color="text.secondary" aria-hidden sx={keyHint}>
                  {keys}
                </Typography>
              </MenuItem>
            );
          })}
      </Menu>
    </>
  );
}
