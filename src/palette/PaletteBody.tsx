import Search from '@mui/icons-material/Search';
import { Box, Button, Divider, InputBase, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useId, useState } from 'react';
import { features } from '../services/services.ts';
import { useReadings } from '../ui/useReadings.ts';
import { matchCommand } from '../utils/matchCommand.ts';
import { type Command, groupCommands } from './groupCommands.ts';
import { PaletteFooter } from './PaletteFooter.tsx';
import { optionId, PaletteList } from './PaletteList.tsx';
import { useActions } from './useActions.tsx';
import { useRecent } from './useRecent.ts';
import { useRecordCommand, useRecords } from './useRecords.tsx';
import { useScreens } from './useScreens.tsx';

interface Props {
  onClose: () => void;
  onOpenUser: () => void;
}

const maxLength = 100; // of the contract's `q`

/** The input and what it finds. */
export function PaletteBody({ onClose, onOpenUser }: Props) {
  const translate = useTranslate();
  const listId = useId();
  const [text, setText] = useState('');
  const [isComposing, setComposing] = useState(false);

  const readings = useReadings();
  const commands = [...useScreens(), ...useActions(onOpenUser)];
  const recordCommand = useRecordCommand();
  const search = useRecords(text, isComposing);
  const records = search.records
    .map(recordCommand)
    .filter((command) => search.isCurrent || matchCommand(text, command, readings));
  const { recent, remember } = useRecent(commands);
  const groups = groupCommands(text, { commands, records, recent, readings });
  const offered = groups.flatMap(({ options }) => options.map(({ command }) => command));
  const { active, point, toFirst, move } = useActive(offered);
  const isEmpty = offered.length === 0;

  const choose = (command: Command) => {
    remember(command);
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrows of an input method choose its characters.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isChosen = event.key === 'Enter' && active !== undefined;
    if (isChosen) choose(active);
    if (isChosen || move(event.key)) event.preventDefault();
  };

  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2.5, py: 1.5 }}>
        <Search sx={{ color: 'text.secondary' }} />
        <InputBase
          fullWidth
          // The palette is opened to type in it (WAI-ARIA, dialog: initial focus).
          autoFocus
          value={text}
          placeholder={translate(features.has('search') ? 'palette.placeholder' : 'palette.placeholderPlain')}
          onChange={(event) => {
            setText(event.target.value);
            toFirst();
          }}
          onKeyDown={onKeyDown}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          sx={{ typography: 'h2', fontWeight: 'fontWeightRegular' }}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': translate('palette.open'),
              'aria-autocomplete': 'list',
              'aria-expanded': !isEmpty,
              'aria-controls': isEmpty ? undefined : listId,
              'aria-activedescendant': active && optionId(listId, active),
              autoComplete: 'off',
              autoCapitalize: 'off',
              spellCheck: false,
              enterKeyHint: 'go',
              maxLength,
            },
          }}
        />
        <Button color="inherit" size="small" onClick={onClose} sx={{ display: { sm: 'none' }, flexShrink: 0 }}>
          {translate('palette.close')}
        </Button>
      </Box>
      <Divider />
      {isEmpty ? (
        <Box sx={{ flex: 1, p: 4, textAlign: 'center' }}>
          {!search.isAsked && !isComposing && (
            <>
              <Typography sx={{ overflowWrap: 'anywhere' }}>
                {translate('palette.nothing', { q: text.trim() })}
              </Typography>
              <Typography color="text.secondary" sx={{ mt: 1 }}>
                {translate('palette.nothingHint')}
              </Typography>
            </>
          )}
        </Box>
      ) : (
        <PaletteList id={listId} groups={groups} active={active} onPoint={point} onChoose={choose} />
      )}
      <Divider />
      <PaletteFooter
        isSearched={text.trim() !== ''}
        count={offered.length}
        isCut={search.isCut}
        isAsked={search.isAsked}
        error={search.error}
      />
    </>
  );
}

const pageLength = 8;

/** Where a key leads in a list of this length. Arrows go round; pages stop at the ends. */
const moves: Record<string, (at: number, length: number) => number> = {
  ArrowDown: (at, length) => (at + 1) % length,
  ArrowUp: (at, length) => (at - 1 + length) % length,
  Home: () => 0,
  End: (_at, length) => length - 1,
  PageDown: (at, length) => Math.min(at + pageLength, length - 1),
  PageUp: (at) => Math.max(at - pageLength, 0),
};

/** The command that Enter chooses: the first one, until another is pointed at; it stays the same while it is offered. */
function useActive(commands: readonly Command[]) {
  const [chosen, setChosen] = useState<string>();
  const at = Math.max(
    commands.findIndex(({ id }) => id === chosen),
    0,
  );
  return {
    active: commands[at],
    point: ({ id }: Command) => setChosen(id),
    toFirst: () => setChosen(undefined),
    /** @returns whether the key moves in the list */
    move: (key: string) => {
      const next = commands.length > 0 ? moves[key]?.(at, commands.length) : undefined;
      if (next !== undefined) setChosen(commands[next]?.id);
      return next !== undefined;
    },
  };
}
