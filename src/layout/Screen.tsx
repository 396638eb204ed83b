import { Box } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useSidebarState } from 'ra-ui-materialui';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useMenuPlace, useSavedPlace } from '../navigation/useMenuPlace.ts';
import { connection } from '../services/services.ts';
import { useSetting } from '../services/settings.ts';
import { sizes } from '../theme/index.ts';
import { pageId } from '../ui/a11y.ts';
import { Connection, useNoticeHeight } from '../ui/Connection.tsx';
import { DeferredRender } from '../ui/DeferredRender.tsx';
import { useIsBelow } from '../ui/responsive.ts';
import { Boundary } from '../ui/states/Crashed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { useScrollRestoration } from '../ui/useScrollRestoration.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { OpenScreens } from './OpenScreens.tsx';
import { SecondMenu } from './SideMenu.tsx';

/**
 * Second-level menu, bars, page and connection. The page's height is the viewport's less 130 px, or less 60 px while the
 * menu is collapsed and the header shows the title (docs/contract.md, "Limits").
 */
export function Screen({ children }: { children: ReactNode }) {
  const isNarrow = useIsBelow('sm');
  const [isMenuOpen] = useSidebarState();
  const hasTabs = useHasTabs();
  const { trail, second, left } = useMenuPlace();
  const isOpen = isNarrow || isMenuOpen;
  const bars = isNarrow ? sizes.breadcrumb : sizes.bars;
  const height = useContentHeight(sizes.header + (isOpen ? bars : 0) + useNoticeHeight());
  const { pathname } = useLocation();
  useRefetchAfterLoss();
  useSavedPlace();
  const box = useRef<HTMLDivElement>(null);
  useScrollRestoration(box, (second ?? left ?? trail[0])?.path ?? '');
  return (
    <Box sx={{ display: 'flex', flex: 1, minWidth: 0 }}>
      {!isNarrow && <SecondMenu />}
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 }}>
        {isOpen && (
          <>
            {hasTabs && !isNarrow && (
              <DeferredRender
                placeholder={<Box sx={{ height: sizes.openScreens, flexShrink: 0, bgcolor: 'menu.second' }} />}
              >
                <OpenScreens />
              </DeferredRender>
            )}
            <Breadcrumb height={hasTabs && !isNarrow ? sizes.breadcrumb : bars} />
          </>
        )}
        <Box
          ref={box}
          id={pageId}
          tabIndex={-1}
          style={{ height, ['--content-height' as string]: `${height}px` }}
          sx={{ overflow: 'auto', position: 'relative' }}
        >
          <Suspense fallback={<SkeletonRows height={sizes.row} />}>
            <Box sx={{ minHeight: '100%', display: 'flex', flexDirection: 'column' }}>
              <Boundary resetKey={pathname}>{children}</Boundary>
            </Box>
          </Suspense>
        </Box>
        <Connection />
      </Box>
    </Box>
  );
}

/** Once the back end answers again, repeats the visible queries that had failed for want of a connection. */
function useRefetchAfterLoss(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      connection.subscribe(() => {
        if (connection.state().line !== 'back') return;
        const isLost = (error: unknown) => error instanceof CallFailure && error.isLost;
        queries.refetchQueries({ type: 'active', predicate: ({ state }) => isLost(state.error) });
      }),
    [queries],
  );
}

const resizeDelayMs = 200; // docs/contract.md, "Limits"

/** The viewport's height less the frame's, in pixels; updated 200 ms after the last resize. */
function useContentHeight(frameHeight: number): number {
  const [height, setHeight] = useState(window.innerHeight);
  useEffect(() => {
    let timer = 0;
    const onResize = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setHeight(window.innerHeight), resizeDelayMs);
    };
    window.addEventListener('resize', onResize);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('resize', onResize);
    };
  }, []);
  return height - frameHeight;
}

const useHasTabs = () => useSetting<boolean>('tabs.on')[0];
