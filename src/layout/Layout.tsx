import { Box } from '@mui/material';
import { SkipNavigationButton } from 'ra-ui-materialui';
import { type ReactNode, Suspense } from 'react';
import { Boundary } from '../screens/faces/Boundary.tsx';
import { sizes } from '../theme/index.ts';
import { Header } from './Header.tsx';
import { LibraryTray } from './LibraryTray.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SideMenu } from './SideMenu.tsx';
import { skipToPage } from './skipToPage.ts';
import { useNoStrayDrop } from './useNoStrayDrop.ts';

interface Props {
  hasMenu: boolean;
  children: ReactNode;
}

/** Header, left menu and page. react-admin's own brings a header, menus and tools that nothing here shows. */
export function Layout({ hasMenu, children }: Props) {
  useNoStrayDrop();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100vh', pt: `${sizes.header}px` }}>
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
