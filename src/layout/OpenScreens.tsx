import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Close from '@mui/icons-material/Close';
import { Box, ButtonBase, IconButton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useIdentity } from '../auth/useMay.ts';
import { beforeLeaving, type FormDraft, listDrafts, useDraftPaths } from '../drafts/formDrafts.ts';
import { linkOf, useMenuTitle } from '../navigation/useMenuPlace.ts';
import { sizes } from '../theme/index.ts';
import { useWasOpen } from '../ui/DeferredRender.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { isUnsaved, type OpenScreen, useOpenScreens } from './useOpenScreens.ts';

const UnsavedChangesDialog = lazyComponent(() =>
  import('../drafts/UnsavedChangesDialog.tsx').then((module) => module.UnsavedChangesDialog),
);

const arrowWidth = '28px';
const isOnlyHere = ({ isAutosaved }: FormDraft) => !isAutosaved;
const pathsOf = (drafts: FormDraft[]) => drafts.map(({ path }) => path);
const focusRing = { outline: 2, outlineOffset: -3, outlineColor: 'primary.main' };
const dot = { position: 'absolute', left: 3, width: 6, height: 6, borderRadius: '50%' } as const;

export function OpenScreens() {
  const translate = useTranslate();
  const titleOf = useMenuTitle();
  const { screens, current, opening, close, entryOf } = useOpenScreens();
  const adminId = useIdentity()?.id;
  const unsaved = useDraftPaths(adminId);
  const [asked, setAsked] = useState<OpenScreen[]>();
  const wasAsked = useWasOpen(asked !== undefined);
  const list = useRef<HTMLUListElement>(null);
  const hasClosed = useRef(false);
  const overflow = useOverflow(list, screens.length);
  const isMarked = (open: OpenScreen) => isUnsaved(open, unsaved);
  const closeNow = (closed: OpenScreen[], isAsked = false) => {
    hasClosed.current = true;
    close(closed, isAsked);
  };
  const isLostByClosing = (open: OpenScreen) => isUnsaved(open, pathsOf(listDrafts(adminId).filter(isOnlyHere)));
  const askToClose = (closed: OpenScreen[]) => {
    beforeLeaving.notify();
    if (closed.some(isLostByClosing)) setAsked(closed);
    else closeNow(closed);
  };
  const closable = screens.slice(1);
  const title = (screen: OpenScreen) => {
    const entry = entryOf(screen);
    return entry ? titleOf(entry) : translate('menu.home');
  };

  useEffect(() => {
    if (!current) return undefined;
    // In the next frame, to avoid a layout of its own.
    const frame = requestAnimationFrame(() =>
      list.current
        ?.querySelector('[aria-current]')
        ?.closest('li')
        ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [current]);

  // The pressed close button is gone: the focus goes to the current tab.
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
      <Box sx={{ position: 'relative', display: 'flex', flex: 1, minWidth: 0 }}>
        {overflow.left && <ScrollArrow list={list} side="left" />}
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
            scrollPaddingInline: arrowWidth,
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
                    '&.Mui-focusVisible': focusRing,
                  }}
                >
                  {title(screen)}
                  {isMarked(screen) && (
                    <Box
                      component="span"
                      role="img"
                      aria-label={translate('frame.unsaved')}
                      title={translate('frame.unsaved')}
                      // In the tab's padding, so that the tab does not grow.
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
        {overflow.right && <ScrollArrow list={list} side="right" />}
      </Box>
      {closable.length > 1 && (
        <ButtonBase
          onClick={() => askToClose(closable.filter(({ path }) => path !== opening()))}
          sx={{
            px: 1.5,
            flexShrink: 0,
            color: 'text.secondary',
            '&:hover': { color: 'text.primary' },
            '&.Mui-focusVisible': focusRing,
          }}
        >
          {translate('frame.closeOthers')}
        </ButtonBase>
      )}
      <Suspense>
        {wasAsked && (
          <UnsavedChangesDialog
            isOpen={asked !== undefined}
            screens={asked?.filter(isLostByClosing).map(title)}
            onStay={() => setAsked(undefined)}
            onLeave={() => {
              if (asked) closeNow(asked, true);
              setAsked(undefined);
            }}
          />
        )}
      </Suspense>
    </Box>
  );
}

interface Overflow {
  left: boolean;
  right: boolean;
}

/** @param screens the number of tabs, as a resize observer does not notice growing content */
function useOverflow(list: RefObject<HTMLElement | null>, screens: number): Overflow {
  const [overflow, setOverflow] = useState<Overflow>({ left: false, right: false });
  useEffect(() => {
    const strip = list.current;
    if (!strip || screens === 0) return undefined;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = strip;
      // A pixel of tolerance, as browsers round these.
      setOverflow({ left: scrollLeft > 1, right: scrollWidth - clientWidth - scrollLeft > 1 });
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
  side: keyof Overflow;
}

/**
 * Scrolls the tabs to one side. It covers the strip's end, so that no tab moves when it appears. For the pointer only:
 * the keyboard focus scrolls each tab into view.
 */
function ScrollArrow({ list, side }: ArrowProps) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  const scroll = () =>
    list.current?.scrollBy({ left: (side === 'left' ? -0.8 : 0.8) * list.current.clientWidth, behavior: 'smooth' });
  return (
    <ButtonBase
      tabIndex={-1}
      aria-hidden
      onClick={scroll}
      sx={{
        position: 'absolute',
        insetBlock: 0,
        [side]: 0,
        zIndex: 1,
        width: arrowWidth,
        bgcolor: 'menu.second',
        color: 'text.secondary',
        '&:hover': { color: 'text.primary' },
      }}
    >
      <Icon fontSize="small" />
    </ButtonBase>
  );
}
