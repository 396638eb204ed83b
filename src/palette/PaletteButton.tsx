import Search from '@mui/icons-material/Search';
import { Box, ButtonBase } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useNotify, useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useSession } from '../services/services.ts';
import { isCompositionKey, isMac } from '../utils/keyboard.ts';

/** Keys that were pressed before the palette's input was there. */
export interface Typed {
  text: string;
  isEntered: boolean;
}

const load = () => import('./CommandPalette.tsx');
const CommandPalette = lazy(async () => ({ default: (await load()).CommandPalette }));

const prefetch = () => {
  // If this fails, opening the palette loads it again and reports the failure.
  load().catch(() => undefined);
};

/** The command palette, which Ctrl-K (⌘K on a Mac) opens everywhere. It is loaded on first use. */
export function usePalette({ isEnabled, onOpenUser }: { isEnabled: boolean; onOpenUser: () => void }) {
  const notify = useNotify();
  const isIn = useSession() === 'in';
  // `undefined`: not opened yet.
  const [isOpen, setOpen] = useState<boolean>();
  /** Gives each opening a fresh state, even if it is rendered together with the end of the one before. */
  const [opening, setOpening] = useState(0);
  /** Keys that are typed between the shortcut and the palette's input; undefined while nobody waits for that. */
  const typed = useRef<Typed>(undefined);

  const open = async () => {
    typed.current ??= { text: '', isEntered: false };
    try {
      await load();
      if (!typed.current) return;
      setOpening((before) => before + 1);
      setOpen(true);
    } catch {
      if (typed.current) notify('palette.notLoaded', { type: 'error' });
      typed.current = undefined;
    }
  };
  /** Collects the keys for the palette while it is loading. */
  const holdKey = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !isCompositionKey(event);
    const isHeld = event.key.length === 1 || event.key === 'Enter' || event.key === 'Escape';
    if (!typed.current || !isPlain || !isHeld) return;
    event.preventDefault();
    event.stopPropagation();
    const { text, isEntered } = typed.current;
    if (event.key === 'Escape') {
      typed.current = undefined;
      if (isOpen) setOpen(false);
    } else if (event.key === 'Enter') typed.current.isEntered = isEntered || (text !== '' && !event.repeat);
    else if (!isEntered) typed.current.text += event.key;
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = (isMac ? event.metaKey : event.ctrlKey) && event.key.toLowerCase() === 'k';
    if (!isShortcut || event.altKey || event.shiftKey || isCompositionKey(event) || !isIn || !isEnabled) return;
    event.preventDefault();
    // While the palette is loading, the shortcut does not close it.
    if (isOpen && !typed.current) setOpen(false);
    else open();
  });
  // A layout effect, so that the shortcut works with the first paint.
  useLayoutEffect(() => {
    window.addEventListener('keydown', holdKey, { capture: true });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', holdKey, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);

  const takeTyped = () => {
    const taken = typed.current;
    typed.current = undefined;
    return taken;
  };
  const dialog = isEnabled && isOpen !== undefined && (
    <Suspense fallback={null}>
      <CommandPalette
        key={opening}
        isOpen={isOpen && isIn}
        takeTyped={takeTyped}
        onClose={() => setOpen(false)}
        onOpenUser={onOpenUser}
      />
    </Suspense>
  );
  return { open, dialog };
}

export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const translate = useTranslate();
  return (
    <ButtonBase
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      onClick={onOpen}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      sx={(theme) => ({
        gap: 1,
        p: 1,
        borderRadius: 1,
        color: 'inherit',
        '&:hover': { bgcolor: 'action.hover' },
        '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main' },
        [theme.breakpoints.up('md')]: {
          width: theme.spacing(28),
          py: 0.75,
          border: 1,
          borderColor: 'divider',
          color: 'text.secondary',
        },
      })}
    >
      <Search fontSize="small" />
      <Box
        component="span"
        sx={[{ flex: 1, textAlign: 'left' }, ({ breakpoints }) => ({ [breakpoints.down('md')]: visuallyHidden })]}
      >
        {translate('palette.open')}
      </Box>
      <Box component="span" aria-hidden sx={{ display: { xs: 'none', md: 'contents' } }}>
        <Key>{isMac ? '⌘K' : 'Ctrl K'}</Key>
      </Box>
    </ButtonBase>
  );
}

export function Key({ children }: { children: ReactNode }) {
  return (
    <Box
      component="kbd"
      sx={{
        typography: 'caption',
        px: 0.75,
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.5,
        color: 'text.secondary',
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </Box>
  );
}
