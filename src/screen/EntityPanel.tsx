import { Box, Skeleton, Slide, type Theme, Unstable_TrapFocus as TrapFocus, useMediaQuery } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, Suspense, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import type { Resource } from '../declaration/resource.ts';
import { useName } from '../declaration/useFieldLabel.ts';
import { copyOf, useListLink } from '../navigation/useListLink.ts';
import { sizes } from '../theme/index.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { isCompositionKey } from '../utils/keyboard.ts';

const RecordPanel = lazyComponent(() => withTexts(import('./RecordPanel.tsx').then((module) => module.RecordPanel)));

/** Two traps that are not one in the other would take the focus from each other for ever. */
const isOnTop = () => document.querySelector('.MuiModal-root') === null;

/**
 * The panel over a list, 60 % of the viewport wide, all of it below 900 px (docs/contract.md, "Limits"). Menus and open
 * screens stay usable beside it.
 */
export function EntityPanel({ resource, isNew = false }: { resource: Resource; isNew?: boolean }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const name = useName(resource);
  const { id } = useParams();
  const linkTo = useListLink(resource);
  const isBeside = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
  const location = useLocation();
  const { state } = location;
  const copy = copyOf(location);
  // A new record that is saved goes on in the same form.
  const [form, setForm] = useState({ id, copy, n: 0 });
  if (form.id !== id || form.copy !== copy) {
    const goesOn = form.id === undefined && id !== undefined && state?.wasNew;
    setForm({ id, copy, n: form.n + (goesOn ? 0 : 1) });
  }
  const close = () => navigate(linkTo());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isCompositionKey(event.nativeEvent)) close();
  };
  return (
    <Box
      sx={{
        position: { xs: 'fixed', md: 'absolute' },
        inset: 0,
        overflow: 'hidden',
        zIndex: (theme) => (isBeside ? 3 : theme.zIndex.modal - 1),
      }}
    >
      <Box onClick={close} sx={{ position: 'absolute', inset: 0, bgcolor: 'scrim' }} />
      <TrapFocus open disableEnforceFocus={isBeside} isEnabled={isOnTop}>
        <Slide in direction="left" appear>
          <Box
            role="dialog"
            aria-modal={!isBeside}
            aria-labelledby="panel-title"
            tabIndex={-1}
            onKeyDown={onKeyDown}
            sx={{
              position: 'absolute',
              insetBlock: 0,
              insetInlineEnd: 0,
              width: { xs: '100%', md: sizes.panelWidth },
              '&:has([data-writing])': { width: '100%' },
              maxWidth: '100%',
              bgcolor: 'background.paper',
              boxShadow: 8,
              outline: 0,
            }}
          >
            <Suspense
              fallback={
                <Box sx={{ p: 3 }} role="status" aria-label={translate('pages.loading')}>
                  <Box id="panel-title" sx={visuallyHidden}>
                    {name}
                  </Box>
                  <Skeleton height={40} />
                  <Skeleton variant="rounded" height={320} />
                </Box>
              }
            >
              <RecordPanel key={form.n} resource={resource} id={isNew ? undefined : Number(id)} onClose={close} />
            </Suspense>
          </Box>
        </Slide>
      </TrapFocus>
    </Box>
  );
}
