import Search from '@mui/icons-material/Search';
import { Box, Button, Dialog, Divider, InputBase, Typography, useMediaQuery, useTheme } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import { features } from '../services/services.ts';
import { useReadings } from '../ui/useReadings.ts';
import { isCompositionKey } from '../utils/keyboard.ts';
import { matchCommand } from '../utils/matchCommand.ts';
import { type Command, groupCommands } from './groupCommands.ts';
import type { Typed } from './PaletteButton.tsx';
import { PaletteFooter } from './PaletteFooter.tsx';
import { optionId, PaletteList } from './PaletteList.tsx';
import { useActions } from './useActions.tsx';
import { useRecent, useRecordCommand, useRecords } from './useRecords.tsx';
import { useScreens } from './useScreens.tsx';

interface Props {
  /** Returns the keys that were typed before the input was there. Later calls return undefined. */
  takeTyped: () => Typed | undefined;
  onClose: () => void;
  onOpenUser: () => void;
}

export function CommandPalette({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const translate = useTranslate();
  const { duration } = useTheme().transitions;
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  return (
    <Dialog
      open={isOpen}
      onClose={props.onClose}
      // The input gets the focus again when a click beside it focuses the dialog, or when MUI's focus trap does.
      onFocus={({ target }) => target.querySelector('input')?.focus()}
      fullWidth
      maxWidth="sm"
      transitionDuration={{ enter: isStill ? 0 : duration.shortest, exit: 0 }}
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          'aria-label': translate('palette.title'),
          'aria-labelledby': undefined,
          sx: (theme) => ({
            border: 1,
            borderColor: 'divider',
            borderRadius: 2,
            mt: '12dvh',
            height: `min(${theme.spacing(60)}, 76dvh)`,
            maxHeight: 'none',
            [theme.breakpoints.down('sm')]: { m: 0, width: '100%', height: '100dvh', border: 0, borderRadius: 0 },
          }),
        },
      }}
    >
      <PaletteBody {...props} />
    </Dialog>
  );
}

const maxLength = 100; // the limit of the contract's parameter `q`

function PaletteBody({ takeTyped, onClose, onOpenUser }: Props) {
  const translate = useTranslate();
  const listId = useId();
  const [text, setText] = useState('');
  const [isComposing, setComposing] = useState(false);
  /** Enter was pressed before there was anything to choose, so it chooses the first result. */
  const [isEntered, setEntered] = useState(false);
  const continueTyped = useEffectEvent(() => {
    const typed = takeTyped();
    if (typed) setText(typed.text);
    if (typed?.isEntered) setEntered(true);
  });
  // A layout effect runs in the commit that focuses the input.
  useLayoutEffect(() => continueTyped(), []);

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
  const chooseEntered = useEffectEvent(() => active && choose(active));
  const isReady = active !== undefined;
  useEffect(() => {
    if (isEntered && isReady) chooseEntered();
  }, [isEntered, isReady]);
  const onKeyDown = (event: KeyboardEvent) => {
    // In an input method Enter and arrows choose characters.
    if (isCompositionKey(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isChosen = event.key === 'Enter' && active !== undefined;
    if (isChosen) choose(active);
    else if (event.key === 'Enter' && search.isLoading && !event.repeat) setEntered(true);
    if (isChosen || move(event.key)) event.preventDefault();
  };

  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2.5, py: 1.5 }}>
        <Search sx={{ color: 'text.secondary' }} />
        <InputBase
          fullWidth
          // WAI-ARIA, dialog: initial focus.
          autoFocus
          value={text}
          placeholder={translate(features.has('search') ? 'palette.placeholder' : 'palette.placeholderPlain')}
          onChange={(event) => {
            setText(event.target.value);
            setEntered(false);
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
          {!search.isLoading && !isComposing && (
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
        isTruncated={search.isTruncated}
        isLoading={search.isLoading}
        error={search.error}
      />
    </>
  );
}

const pageLength = 8;

/** The next index for a key. Arrows wrap around; page keys stop at the ends. */
const moves: Record<string, (at: number, length: number) => number> = {
  ArrowDown: (at, length) => (at + 1) % length,
  ArrowUp: (at, length) => (at - 1 + length) % length,
  Home: () => 0,
  End: (_at, length) => length - 1,
  PageDown: (at, length) => Math.min(at + pageLength, length - 1),
  PageUp: (at) => Math.max(at - pageLength, 0),
};

/** The option that Enter chooses: the first one, or another that was pointed at, as long as that is offered. */
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
    /** @returns whether the key is one of `moves` */
    move: (key: string) => {
      const next = commands.length > 0 ? moves[key]?.(at, commands.length) : undefined;
      if (next !== undefined) setChosen(commands[next]?.id);
      return next !== undefined;
    },
  };
}
