import Check from '@mui/icons-material/Check';
import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { sizes } from '../theme/index.ts';
import type { Range } from '../utils/matchCommand.ts';
import type { Command, Group, Option } from './groupCommands.ts';

interface PaletteListProps {
  id: string;
  groups: Group[];
  active: Command | undefined;
  onPoint: (command: Command) => void;
  onChoose: (command: Command) => void;
}

export const optionId = (list: string, { id }: Command) => `${list}-${id}`;

export function PaletteList({ id, groups, active, onPoint, onChoose }: PaletteListProps) {
  const translate = useTranslate();
  return (
    // The focus stays in the input.
    <Box
      id={id}
      role="listbox"
      aria-label={translate('palette.title')}
      onMouseDown={(event) => event.preventDefault()}
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain', p: 1 }}
    >
      {groups.map(({ name, options }) => (
        <Box key={name} role="group" aria-labelledby={`${id}-${name}`} sx={{ '& + &': { mt: 1 } }}>
          <Typography
            id={`${id}-${name}`}
            variant="caption"
            component="div"
            color="text.secondary"
            sx={{ px: 1.5, pt: 0.5, pb: 0.5 }}
          >
            {translate(`palette.${name}`)}
          </Typography>
          {options.map((option) => (
            <PaletteOption
              key={option.command.id}
              id={optionId(id, option.command)}
              option={option}
              isActive={option.command.id === active?.id}
              onPoint={() => onPoint(option.command)}
              onChoose={() => onChoose(option.command)}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}

interface PaletteOptionProps {
  id: string;
  option: Option;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function PaletteOption({ id, option, isActive, onPoint, onChoose }: PaletteOptionProps) {
  const { command, title, trail } = option;
  const translate = useTranslate();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // Focus and keys belong to the input (WAI-ARIA, combobox).
    <Box
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      // Not mouseenter: scrolling under a resting pointer must not change the active option.
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
        // Keeps a group's title in view with its first option.
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
