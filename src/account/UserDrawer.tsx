import Close from '@mui/icons-material/Close';
import { Box, Drawer, IconButton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Identity } from '../../authProvider/index.ts';
import { Profile } from './Profile.tsx';
import { Safety } from './Safety.tsx';

interface Props {
  identity: Identity;
  isOpen: boolean;
  onClose: () => void;
}

/** 个人中心, from the top at half the height (docs/contract.md, "Screens"): who one is, and what keeps the account safe. */
export function UserDrawer({ identity, isOpen, onClose }: Props) {
  const translate = useTranslate();
  return (
    <Drawer
      anchor="top"
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { sx: { height: '50%' }, 'aria-labelledby': 'user-title' } }}
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
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
            alignContent: 'start',
            columnGap: 6,
            rowGap: 2,
            py: { xs: 2, md: 4 },
          })}
        >
          <Profile identity={identity} />
          {!identity.must_change && <Safety identity={identity} isOpen={isOpen} />}
        </Box>
      </Box>
    </Drawer>
  );
}
