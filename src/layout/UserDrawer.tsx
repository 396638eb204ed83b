import { Box, Button, Drawer, Typography } from '@mui/material';
import { useLogout, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import { Time } from '../fields/Time.tsx';
import { SiteAvatar } from './SiteAvatar.tsx';

interface Props {
  identity: Identity;
  isOpen: boolean;
  onClose: () => void;
}

/** 个人中心, from the top at half the height (console.md, Layout). */
export function UserDrawer({ identity, isOpen, onClose }: Props) {
  const translate = useTranslate();
  const logout = useLogout();
  const [isLeaving, setLeaving] = useState(false);
  const facts: [string, React.ReactNode][] = [
    ['frame.role', identity.role.title],
    ['frame.loginCount', translate('frame.times', { n: identity.logintimes })],
    ['frame.registered', <Time key="registered" value={identity.create_time} />],
    ['frame.lastLogin', <Time key="last" value={identity.last_login} />],
  ];
  return (
    <Drawer
      anchor="top"
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { sx: { height: '50%', p: 4, alignItems: 'center' }, 'aria-labelledby': 'user-title' } }}
      sx={{ zIndex: (theme) => theme.zIndex.modal }}
    >
      <Typography id="user-title" variant="h2" sx={{ mb: 2 }}>
        {translate('frame.user')}
      </Typography>
      <SiteAvatar url={identity.avatar} name={identity.username} size={64} />
      <Typography sx={{ mt: 1, mb: 2, fontWeight: 600 }}>{identity.fullName}</Typography>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'auto auto', columnGap: 3, rowGap: 0.5, m: 0, mb: 3 }}
      >
        {facts.map(([label, value]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary', textAlign: 'right' }}>
              {translate(label)}
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
      <Button
        variant="outlined"
        color="error"
        loading={isLeaving}
        onClick={() => {
          setLeaving(true);
          logout({}, undefined, false);
        }}
      >
        {translate('frame.exit')}
      </Button>
    </Drawer>
  );
}
