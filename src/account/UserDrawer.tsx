import Close from '@mui/icons-material/Close';
import Logout from '@mui/icons-material/Logout';
import { Box, Button, Drawer, IconButton, Link, Typography } from '@mui/material';
import { useLogout, useTranslate } from 'ra-core';
import { Suspense, useState } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import { fullAdminName } from '../../contract/adminName.ts';
import { Time } from '../fields/Time.tsx';
import { SiteAvatar } from '../navigation/SiteAvatar.tsx';
import { features } from '../services/services.ts';
import { useWasOpen } from '../ui/DeferredRender.tsx';
import { FactList } from '../ui/FactList.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { Safety } from './Safety.tsx';

const ProfileDialog = lazyComponent(() => import('./ProfileDialog.tsx').then((module) => module.ProfileDialog));

interface Props {
  identity: Identity;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * 个人中心: a drawer from the top at half the height (docs/contract.md, "Screens"); on a low or narrow screen, where that would cut
 * off the last rows, as high as what is in it.
 */
export function UserDrawer({ identity, isOpen, onClose }: Props) {
  const translate = useTranslate();
  return (
    <Drawer
      anchor="top"
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { sx: { minHeight: '50%' }, 'aria-labelledby': 'user-title' } }}
      sx={{ zIndex: (theme) => theme.zIndex.modal }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          px: { xs: 2, md: 4 },
          py: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id="user-title" variant="h2" sx={{ flex: 1 }}>
          {translate('frame.user')}
        </Typography>
        <IconButton edge="end" aria-label={translate('form.close')} onClick={onClose}>
          <Close />
        </IconButton>
      </Box>
      <Box
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', display: 'grid', justifyItems: 'center', px: { xs: 2, md: 4 } }}
      >
        <Box
          sx={(theme) => ({
            width: '100%',
            maxWidth: theme.breakpoints.values.md,
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 5fr)' },
            alignContent: 'start',
            columnGap: 6,
            rowGap: 2,
            py: 2,
          })}
        >
          <Profile identity={identity} />
          {!identity.gate && <Safety identity={identity} isOpen={isOpen} />}
        </Box>
      </Box>
    </Drawer>
  );
}

/** On a phone the sign-out button is beside the name. */
const areas = { xs: '"who exit" "facts facts"', md: '"who" "facts" "exit"' };

function Profile({ identity }: { identity: Identity }) {
  const translate = useTranslate();
  const logout = useLogout();
  const [isLeaving, setLeaving] = useState(false);
  const { username, role, logintimes, create_time, last_login } = identity;
  return (
    <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateAreas: areas }}>
      <Box sx={{ gridArea: 'who', display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
        <SiteAvatar url={identity.avatar} name={username} size={56} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{fullAdminName(identity)}</Typography>
          <Typography noWrap color="text.secondary">
            {role.title}
          </Typography>
          {features.has('profile') && !identity.gate && !identity.viewing && <EditProfile identity={identity} />}
        </Box>
      </Box>
      <FactList
        gridArea="facts"
        facts={{
          'frame.loginCount': Number.isFinite(logintimes)
            ? translate('frame.times', { smart_count: logintimes })
            : undefined,
          'frame.registered': <Time value={create_time} />,
          'frame.lastLogin': last_login ? <Time value={last_login} /> : undefined,
        }}
      />
      <Button
        variant="outlined"
        color="error"
        startIcon={<Logout />}
        loading={isLeaving}
        loadingPosition="start"
        sx={{ gridArea: 'exit', justifySelf: { xs: 'end', md: 'start' }, alignSelf: 'center' }}
        onClick={() => {
          setLeaving(true);
          logout({}, undefined, false);
        }}
      >
        {translate('frame.exit')}
      </Button>
    </Box>
  );
}

function EditProfile({ identity }: { identity: Identity }) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasOpen(isOpen);
  return (
    <>
      <Link component="button" type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {translate('profile.edit')}
      </Link>
      <Suspense>
        {wasOpen && <ProfileDialog identity={identity} isOpen={isOpen} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
