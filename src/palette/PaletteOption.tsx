import Check from '@mui/icons-material/Check';
import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { sizes } from '../theme/index.ts';
import type { Range } from '../utils/matchCommand.ts';
import type { Option } from './groupCommands.ts';

interface Props {
  id: string;
  option: Option;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

/** One command: its icon, its name and, at the right, where it stands. The active one stays in view. */
export function PaletteOption({ id, option, isActive, onPoint, onChoose }: Props) {
  const { command, title, trail } = option;
  const translate = useTranslate();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // The input holds the focus and the keys (WAI-ARIA, combobox).
    <Box
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      // A list that scrolls under a resting pointer must not change what is active.
      onMouseMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 1.5,
        minHeight: sizes.row,
        borderRadius: 1,
        cursor: 'pointer',
        bgcolor: isActive ? 'action.selected' : 'transparent',
        // So that the name above a group is in view with its first command.
        scrollMarginTop: (theme) => theme.spacing(5),
        scrollMarginBottom: (theme) => theme.spacing(1),
      }}
    >
      <Box sx={{ display: 'flex', color: 'text.secondary' }}>{command.icon}</Box>
      <Typography component="span" noWrap title={command.titles[0]} sx={{ flexShrink: 1 }}>
        <Marked text={command.titles[0]} ranges={title} />
      </Typography>
      {command.trails[0] && (
        <Typography
          component="span"
          variant="caption"
          noWrap
          color={isActive ? 'text.primary' : 'text.secondary'}
          sx={{ ml: 'auto', pl: 1, flexShrink: 0, maxWidth: '50%' }}
        >
          <Marked text={command.trails[0]} ranges={trail} />
        </Typography>
      )}
      {command.isCurrent && (
        <Check
          fontSize="small"
          color="primary"
          titleAccess={translate('palette.current')}
          sx={{ ml: command.trails[0] ? 0 : 'auto' }}
        />
      )}
    </Box>
  );
}

/** A text with the letters that match marked. */
function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  const ends = [0, ...ranges.map(([, to]) => to)];
  return (
    <>
      {ranges.map(([from, to], i) => (
        <span key={from}>
          {text.slice(ends[i], from)}
          <Box component="mark" sx={{ bgcolor: 'transparent', color: 'primary.main', fontWeight: 'fontWeightBold' }}>
            {text.slice(from, to)}
          </Box>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
