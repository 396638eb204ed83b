import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Command, Group } from './groupCommands.ts';
import { PaletteOption } from './PaletteOption.tsx';

interface Props {
  id: string;
  groups: Group[];
  active: Command | undefined;
  onPoint: (command: Command) => void;
  onChoose: (command: Command) => void;
}

export const optionId = (list: string, { id }: Command) => `${list}-${id}`;

/** The commands in their groups. */
export function PaletteList({ id, groups, active, onPoint, onChoose }: Props) {
  const translate = useTranslate();
  return (
    // A press on the list leaves the focus in the input.
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
