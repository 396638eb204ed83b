import { useQueryClient } from '@tanstack/react-query';
import { useAuthProvider, useLogoutIfAccessDenied } from 'ra-core';
import { Layout, type LayoutProps } from 'ra-ui-materialui';
import { useEffect, useEffectEvent } from 'react';
import { tokenKey } from '../../authProvider/session.ts';
import { ChangePassword } from '../pages/ChangePassword.tsx';
import { Crashed } from '../screens/faces.tsx';
import { homePath } from '../services.ts';
import { SignInDialog } from '../signIn/SignInDialog.tsx';
import { sizes } from '../theme/index.ts';
import { Header } from './Header.tsx';
import { SideMenu } from './SideMenu.tsx';
import { useIdentity } from './useMenu.ts';

/** Header, left menu and page; before the first password is changed, nothing but that. */
export function Frame({ children, ...props }: LayoutProps) {
  const mustChange = useIdentity()?.must_change;
  useLeaveWhenRefused();
  useOtherTab();
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

/** Another tab signed out, or someone else in: nothing of the first one's screen may stay (contract.md section 4). */
function useOtherTab() {
  const identity = useIdentity();
  const authProvider = useAuthProvider();
  const onToken = useEffectEvent(async (event: StorageEvent) => {
    if (event.key !== tokenKey || !identity) return;
    // Who cannot be asked for now is asked for by the next call; the screen stays until then.
    const now = event.newValue ? await authProvider?.getIdentity?.().catch(() => identity) : undefined;
    if (now?.id !== identity.id) window.location.assign(homePath);
  });
  useEffect(() => {
    window.addEventListener('storage', onToken);
    return () => window.removeEventListener('storage', onToken);
  }, []);
}

const NoMenu = () => null;
