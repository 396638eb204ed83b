import ChevronRight from '@mui/icons-material/ChevronRight';
import Devices from '@mui/icons-material/Devices';
import Fingerprint from '@mui/icons-material/Fingerprint';
import Key from '@mui/icons-material/KeyOutlined';
import Password from '@mui/icons-material/Password';
import VerifiedUser from '@mui/icons-material/VerifiedUserOutlined';
import {
  Box,
  DialogContent,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Typography,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ComponentType, Suspense, useState } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import type { Call } from '../../contract/call.ts';
import { createToken } from '../../contract/calls/token.ts';
import type { Feature } from '../../dataProvider/features.ts';
import { useMayCall } from '../auth/useMay.ts';
import { features } from '../services/services.ts';
import { useWasOpen } from '../ui/DeferredRender.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { AccountDialog, type AccountDialogProps } from './AccountDialog.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionsDialog, useSessions } from './SessionsDialog.tsx';

const TotpDialog = lazyComponent(() => import('./TotpDialog.tsx').then((module) => module.TotpDialog));
const PasskeysDialog = lazyComponent(() => import('./PasskeysDialog.tsx').then((module) => module.PasskeysDialog));
const TokensDialog = lazyComponent(() => import('./TokensDialog.tsx').then((module) => module.TokensDialog));

interface Part {
  feature: Feature;
  icon: ComponentType;
  title: string;
  /** Its right is needed. */
  call?: Call;
  Dialog: ComponentType<AccountDialogProps>;
}

const parts: Part[] = [
  { feature: 'sessions', icon: Devices, title: 'sessions.title', Dialog: SessionsDialog },
  { feature: 'changePassword', icon: Password, title: 'password.title', Dialog: PasswordDialog },
  { feature: 'totp', icon: VerifiedUser, title: 'totp.title', Dialog: TotpDialog },
  { feature: 'passkeys', icon: Fingerprint, title: 'passkeys.title', Dialog: PasskeysDialog },
  { feature: 'tokens', icon: Key, title: 'account.tokens', Dialog: TokensDialog, call: createToken },
];

/** Two on a desktop, so that all rows fit into half of a low screen. */
const columns = { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' };

/** Sessions, password and second factor, as far as the back end has them: each with its state and a dialog. */
export function Safety({ identity, isOpen }: { identity: Identity; isOpen: boolean }) {
  const translate = useTranslate();
  const states = useStates(identity, isOpen);
  const mayCall = useMayCall();
  const shown = parts.filter(({ feature, call }) => features.has(feature) && (!call || mayCall(call)));
  if (shown.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="safety-title">
      <Typography id="safety-title" component="h3" sx={{ fontWeight: 600 }}>
        {translate('account.safety')}
      </Typography>
      <List disablePadding sx={{ mx: -2, display: 'grid', gridTemplateColumns: columns }}>
        {shown.map((part) => (
          <Entry key={part.title} part={part} state={states[part.title]} identity={identity} />
        ))}
      </List>
    </Box>
  );
}

function Entry({ part, state, identity }: { part: Part; state: string | undefined; identity: Identity }) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasOpen(isOpen);
  const { icon: Icon, title, Dialog } = part;
  return (
    <ListItem disablePadding>
      <ListItemButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ListItemIcon>
          <Icon />
        </ListItemIcon>
        {/* The space keeps the line's height while the state is loading. */}
        <ListItemText primary={translate(title)} secondary={state ?? ' '} />
        <ChevronRight color="action" />
      </ListItemButton>
      <Suspense>{wasOpen && <Dialog identity={identity} isOpen={isOpen} onClose={() => setOpen(false)} />}</Suspense>
    </ListItem>
  );
}

function useStates({ totp, passkeys, recovery_left }: Identity, isOpen: boolean): Record<string, string | undefined> {
  const translate = useTranslate();
  const { data } = useSessions(isOpen && features.has('sessions'));
  return {
    'sessions.title': data && translate('sessions.n', { smart_count: data.length }),
    'password.title': translate('password.endsOthers'),
    'passkeys.title': passkeys ? translate('passkeys.n', { smart_count: passkeys }) : translate('passkeys.none'),
    'account.tokens': translate('account.forPrograms'),
    'totp.title': translate(totp ? 'totp.isOn' : passkeys ? 'passkeys.instead' : 'totp.isOff', {
      smart_count: recovery_left,
    }),
  };
}

function PasswordDialog({ isOpen, onClose }: AccountDialogProps) {
  const translate = useTranslate();
  return (
    <AccountDialog title={translate('password.title')} isOpen={isOpen} onClose={onClose}>
      <DialogContent>{isOpen && <PasswordForm onSaved={onClose} />}</DialogContent>
    </AccountDialog>
  );
}
