import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Close from '@mui/icons-material/Close';
import { Box, ButtonBase, IconButton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useIdentity } from '../auth/useMay.ts';
import { useDraftPaths } from '../drafts/formDrafts.ts';
import { UnsavedChangesDialog } from '../drafts/UnsavedChangesDialog.tsx';
import { linkOf, useMenuTitle } from '../navigation/useMenuPlace.ts';
import { sizes } from '../theme/index.ts';
import { isUnsaved, type OpenScreen, useOpenScreens } from './useOpenScreens.ts';

const dot = { position: 'absolute', left: 3, width: 6, height: 6, borderRadius: '50%' } as const;

/** 标签页: the screens opened so far, each as it was left. */
export function OpenScreens() {
  const translate = useTranslate();
  const titleOf = useMenuTitle();
  const { screens, current, close, entryOf } = useOpenScreens();
  const unsaved = useDraftPaths(useIdentity()?.id);
  const [asked, setAsked] = useState<OpenScreen[]>();
  const list = useRef<HTMLUListElement>(null);
  const hasClosed = useRef(false);
  const overflow = useOverflow(list, screens.length);
  const isMarked = (open: OpenScreen) => isUnsaved(open, unsaved);
  const closeNow = (closed: OpenScreen[], isAsked = false) => {
    hasClosed.current = true;
    close(closed, isAsked);
  };
  const askToClose = (closed: OpenScreen[]) => (closed.some(isMarked) ? setAsked(closed) : closeNow(closed));
  const closable = screens.slice(1);
  const title = (screen: OpenScreen) => {
    const entry = entryOf(screen);
    return entry ? titleOf(entry) : translate('menu.home');
  };

  useEffect(() => {
    if (!current) return undefined;
    // With the next frame, which lays the page out anyway.
    const frame = requestAnimationFrame(() =>
      // With its close button, which stands at the end of the item.
      list.current
        ?.querySelector('[aria-current]')
        ?.closest('li')
        ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [current]);

  // What was pressed to close one is gone: the focus goes to the tab at hand.
  useEffect(() => {
    if (hasClosed.current) list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
    hasClosed.current = false;
  });

  return (
    <Box
      component="nav"
      aria-label={translate('frame.openScreens')}
      sx={{
        display: { xs: 'none', sm: 'flex' },
        height: sizes.openScreens,
        flexShrink: 0,
        bgcolor: 'menu.second',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <ScrollArrow {...{ list, overflow }} side="left" />
      <Box
        component="ul"
        ref={list}
        sx={{
          display: 'flex',
          flex: 1,
          minWidth: 0,
          m: 0,
          p: 0,
          listStyle: 'none',
          overflowX: 'auto',
          scrollbarWidth: 'none',
        }}
      >
        {screens.map((screen) => {
          const isHere = screen.path === current;
          return (
            <Box
              component="li"
              key={screen.path}
              onAuxClick={(event) => event.button === 1 && closable.includes(screen) && askToClose([screen])}
              sx={{
                display: 'flex',
                flexShrink: 0,
                alignItems: 'center',
                borderRight: 1,
                borderColor: 'divider',
                bgcolor: isHere ? 'background.default' : 'transparent',
                color: isHere ? 'primary.main' : 'text.primary',
                '&:hover': { bgcolor: isHere ? 'background.default' : 'action.hover' },
              }}
            >
              <ButtonBase
                component={Link}
                to={linkOf(screen.address)}
                aria-current={isHere ? 'page' : undefined}
                sx={{
                  height: '100%',
                  pl: 1.5,
                  pr: closable.includes(screen) ? 0.5 : 1.5,
                  whiteSpace: 'nowrap',
                  '&.Mui-focusVisible': { outline: 2, outlineOffset: -3, outlineColor: 'primary.main' },
                }}
              >
                {title(screen)}
                {isMarked(screen) && (
                  <Box
                    component="span"
                    role="img"
                    aria-label={translate('frame.unsaved')}
                    title={translate('frame.unsaved')}
                    // In the room before the title: a tab that grew would move its neighbours, and its own end out of view.
                    sx={{ ...dot, bgcolor: 'warning.main' }}
                  />
                )}
              </ButtonBase>
              {closable.includes(screen) && (
                <IconButton
                  size="small"
                  aria-label={translate('frame.closeScreen', { title: title(screen) })}
                  onClick={() => askToClose([screen])}
                  // At least 24 px each way (WCAG 2.2, 2.5.8).
                  sx={{ mr: 0.5, p: 0.5 }}
                >
                  <Close sx={{ fontSize: '1rem' }} />
                </IconButton>
              )}
            </Box>
          );
        })}
      </Box>
      <ScrollArrow {...{ list, overflow }} side="right" />
      {closable.length > 1 && (
        <ButtonBase
          onClick={() => askToClose(closable.filter(({ path }) => path !== current))}
          sx={{
            px: 1.5,
            flexShrink: 0,
            color: 'text.secondary',
            '&:hover': { color: 'text.primary' },
            '&.Mui-focusVisible': { outline: 2, outlineOffset: -3, outlineColor: 'primary.main' },
          }}
        >
          {translate('frame.closeOthers')}
        </ButtonBase>
      )}
      <UnsavedChangesDialog
        isOpen={asked !== undefined}
        screens={asked?.filter(isMarked).map(title)}
        onStay={() => setAsked(undefined)}
        onLeave={() => {
          if (asked) closeNow(asked, true);
          setAsked(undefined);
        }}
      />
    </Box>
  );
}

/** How many pixels the tabs can be scrolled to either side; undefined where all of them are visible. */
interface Overflow {
  left: number;
  right: number;
}

/** @param screens how many tabs there are: a resize observer does not see that the content grows */
function useOverflow(list: RefObject<HTMLElement | null>, screens: number): Overflow | undefined {
  const [overflow, setOverflow] = useState<Overflow>();
  useEffect(() => {
    const strip = list.current;
    if (!strip || screens === 0) return undefined;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = strip;
      setOverflow(
        scrollWidth > clientWidth ? { left: scrollLeft, right: scrollWidth - clientWidth - scrollLeft } : undefined,
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(strip);
    strip.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      strip.removeEventListener('scroll', measure);
    };
  }, [list, screens]);
  return overflow;
}

interface ArrowProps {
  list: RefObject<HTMLElement | null>;
  overflow: Overflow | undefined;
  side: keyof Overflow;
}

/**
 * Scrolls the tabs to one side. At the end it turns invisible but keeps its width, so that no tab moves under the pointer.
 * It is for the pointer only: the keyboard focus scrolls each tab into view.
 */
function ScrollArrow({ list, overflow, side }: ArrowProps) {
  if (!overflow) return null;
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  const scroll = () =>
    list.current?.scrollBy({ left: (side === 'left' ? -0.8 : 0.8) * list.current.clientWidth, behavior: 'smooth' });
  return (
    <ButtonBase
      tabIndex={-1}
      aria-hidden
      onClick={scroll}
      sx={{
        px: 0.5,
        flexShrink: 0,
        visibility: overflow[side] < 2 ? 'hidden' : 'visible',
        color: 'text.secondary',
        '&:hover': { color: 'text.primary' },
      }}
    >
      <Icon fontSize="small" />
    </ButtonBase>
  );
}
