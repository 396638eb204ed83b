import Computer from '@mui/icons-material/ComputerOutlined';
import Unknown from '@mui/icons-material/DeviceUnknownOutlined';
import Phone from '@mui/icons-material/SmartphoneOutlined';
import Tablet from '@mui/icons-material/TabletMacOutlined';
import { Button, ListItem, ListItemIcon, ListItemText } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Returned } from '../../contract/call.ts';
import type { sessions } from '../../contract/calls/session.ts';
import { Time } from '../fields/Time.tsx';
import { StateChip } from '../ui/StateChip.tsx';
import { entryOf } from '../utils/values.ts';

type Session = Returned<typeof sessions>[number];

const icons = { pc: Computer, mobile: Phone, tablet: Tablet, spider: Unknown } satisfies Record<
  Session['device'],
  unknown
>;

interface Props {
  session: Session;
  isBusy: boolean;
  onEnd: () => void;
}

/** One session: the device in words, its address, and when it was last used. */
export function SessionItem({ session, isBusy, onEnd }: Props) {
  const translate = useTranslate();
  const Icon = entryOf(icons, session.device) ?? Unknown;
  const name = [session.browser, session.os].filter(Boolean).join(' · ') || translate('sessions.unknown');
  return (
    <ListItem disableGutters divider sx={{ gap: 1, '&:last-child': { borderBottom: 0 } }}>
      <ListItemIcon sx={{ minWidth: 'auto', mr: 1 }}>
        <Icon />
      </ListItemIcon>
      <ListItemText
        primary={name}
        secondary={
          <>
            {session.ip}
            {' · '}
            {session.current ? translate('sessions.now') : <Time value={session.last_seen} isRelative />}
          </>
        }
        slotProps={{ primary: { title: session.user_agent || undefined } }}
        sx={{ overflowWrap: 'anywhere' }}
      />
      {session.current ? (
        <StateChip label={translate('sessions.current')} />
      ) : (
        <Button
          size="small"
          color="error"
          disabled={isBusy}
          aria-label={translate('sessions.endOne', { name, ip: session.ip })}
          onClick={onEnd}
        >
          {translate('sessions.end')}
        </Button>
      )}
    </ListItem>
  );
}
