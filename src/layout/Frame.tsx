import { useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied } from 'ra-core';
import { Layout, type LayoutProps } from 'ra-ui-materialui';
import { useEffect } from 'react';
import { ChangePassword } from '../pages/ChangePassword.tsx';
import { Crashed } from '../screens/faces.tsx';
import { SignInDialog } from '../signIn/SignInDialog.tsx';
import { sizes } from '../theme/index.ts';
import { Header } from './Header.tsx';
import { SideMenu } from './SideMenu.tsx';
import { useIdentity } from './useMenu.ts';

/** Header, left menu and page; before the first password is changed, nothing but that. */
export function Frame({ children, ...props }: LayoutProps) {
  const mustChange = useIdentity()?.must_change;
  useLeaveWhenRefused();
  return (
    <Layout
      {...props}
      appBar={Header}
      menu={mustChange ? NoMenu : SideMenu}
      error={Crashed}
      appBarAlwaysOn
      sx={{
        minWidth: 0,
        '& .RaLayout-appFrame': { mt: `${sizes.header}px`, minWidth: 0 },
        '& .RaLayout-content': { p: 0, minWidth: 0 },
        '& .RaSidebar-fixed': {
          bgcolor: 'menu.main',
          height: `calc(100dvh - ${sizes.header}px)`,
          display: 'flex',
          width: 'inherit',
          overflowX: 'hidden',
        },
        '& .RaMenuItemLink-root': { px: 1.5 },
        '& .RaMenuItemLink-icon': { minWidth: 30 },
        '& .RaSidebar-fixed .RaMenuItemLink-root, & .RaSidebar-fixed .MuiListItemIcon-root': { color: 'menu.text' },
      }}
    >
      {mustChange ? <ChangePassword isFirst /> : children}
      <SignInDialog />
    </Layout>
  );
}

/** react-admin sees the 401 of its own calls; this sees that of every other query. */
function useLeaveWhenRefused() {
  const queries = useQueryClient();
  const leaveIfRefused = useLogoutIfAccessDenied();
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') leaveIfRefused(event.action.error);
      }),
    [queries, leaveIfRefused],
  );
}

const NoMenu = () => null;
