import { Box } from '@mui/material';
import { SkipNavigationButton, useSidebarState } from 'ra-ui-materialui';
import { type ReactNode, Suspense, useEffect } from 'react';
import { isSessionEnded } from '../../authProvider/session.ts';
import { useIdentity } from '../auth/useMay.ts';
import { useDraftPaths } from '../drafts/formDrafts.ts';
import { isReloading, session } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { skipToPage } from '../ui/a11y.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { useIsBelow } from '../ui/responsive.ts';
import { Boundary } from '../ui/states/Crashed.tsx';
import { usePending } from '../upload/pending.ts';
import { hasFiles } from '../utils/files.ts';
import { Header } from './Header.tsx';
import { SideMenu } from './SideMenu.tsx';

interface Props {
  hasMenu: boolean;
  children: ReactNode;
}

/** Header, left menu and page, in place of react-admin's `Layout`, of which nothing would be used. */
export function Layout({ hasMenu, children }: Props) {
  useRefusedDrops();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100vh', pt: `${sizes.header}px` }}>
      <UnsavedDraftsPrompt />
      <SkipNavigationButton onClick={skipToPage} />
      <Header />
      <Box component="main" sx={{ display: 'flex', flex: 1, minWidth: 0 }}>
        <Sidebar>{hasMenu && <SideMenu />}</Sidebar>
        <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 }}>
          <Boundary>
            <Suspense>{children}</Suspense>
          </Boundary>
        </Box>
        <LibraryTray />
      </Box>
    </Box>
  );
}

const UploadTray = lazyComponent(() =>
  withTexts(import('../media/LibraryUploads.tsx').then((module) => module.UploadTray)),
);

export function LibraryTray() {
  if (usePending().ofLibrary === 0) return null;
  return (
    <Suspense>
      <UploadTray />
    </Suspense>
  );
}

/** The text of a form that was left for another screen is in this browser tab alone, so closing the tab asks. */
function UnsavedDraftsPrompt() {
  const hasDrafts = useDraftPaths(useIdentity()?.id).length > 0;
  useEffect(() => {
    if (!hasDrafts) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReloading() && !isSessionEnded(session.status())) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasDrafts]);
  return null;
}

/** The column of the left menu: 120 px, or icons alone. On a phone the header has a drawer instead. */
function Sidebar({ children }: { children: ReactNode }) {
  const [isOpen] = useSidebarState();
  if (useIsBelow('sm')) return null;
  return (
    <Box
      sx={{
        width: isOpen ? sizes.menuWidth : sizes.menuClosedWidth,
        height: `calc(100dvh - ${sizes.header}px)`,
        flexShrink: 0,
        overflow: 'hidden',
        bgcolor: 'menu.main',
      }}
    >
      {children}
    </Box>
  );
}

/** A file dropped where nothing accepts it would be opened by the browser in place of the console. */
function useRefusedDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
