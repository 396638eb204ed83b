import Computer from '@mui/icons-material/ComputerOutlined';
import Unknown from '@mui/icons-material/DeviceUnknownOutlined';
import Phone from '@mui/icons-material/SmartphoneOutlined';
import Tablet from '@mui/icons-material/TabletMacOutlined';
import { Box, Button, DialogActions, DialogContent, List, Skeleton } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import type { Params, Returned } from '../../contract/call.ts';
import { revokeSession, sessions } from '../../contract/calls/session.ts';
import { Time } from '../fields/Time.tsx';
import { http } from '../services/services.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { StateChip } from '../ui/StateChip.tsx';
import { Failed } from '../ui/states/Failed.tsx';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { entryOf } from '../utils/values.ts';
import { AccountDialog, type AccountDialogProps } from './AccountDialog.tsx';
import { AccountListItem, EndButton } from './AccountListItem.tsx';

export function SessionsDialog({ isOpen, onClose }: AccountDialogProps) {
  const translate = useTranslate();
  const toast = useToast();
  const queries = useQueryClient();
  const { data, error, refetch } = useSessions(isOpen);
  const { isBusy, run } = useAsyncAction();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const end = async (params: Params<typeof revokeSession>, message: string) => {
    const work = async () => {
      await http.call(revokeSession, params);
      toast.success(message);
    };
    // A refusal needs no message: the list is read again below.
    await run(work, undefined, () => undefined);
    setAsking(false);
    // The pressed button is gone with its session.
    list.current?.focus();
    await queries.invalidateQueries({ queryKey: sessionsKey });
  };

  return (
    <AccountDialog title={translate('sessions.title')} isOpen={isOpen} onClose={onClose}>
      <DialogContent>
        {error && !data ? (
          <Failed error={error} level={3} onRetry={refetch} />
        ) : (
          <List ref={list} tabIndex={-1} disablePadding aria-busy={!data} sx={{ outline: 'none' }}>
            {data?.map((each) => (
              <SessionItem
                key={each.id}
                session={each}
                isBusy={isBusy}
                onEnd={() => end({ id: each.id }, 'sessions.ended')}
              />
            )) ?? <Waiting />}
          </List>
        )}
      </DialogContent>
      {data && data.length > 1 && (
        <DialogActions>
          <Button color="error" onClick={() => setAsking(true)}>
            {translate('sessions.endOthers')}
          </Button>
        </DialogActions>
      )}
      {/* It asks first, because somebody may be writing in one of the others. */}
      {data && isAsking && (
        <ConfirmDialog
          title={translate('sessions.endOthersTitle', { smart_count: data.length - 1 })}
          hint={translate('sessions.endOthersHint', { smart_count: data.length - 1 })}
          action={translate('sessions.endOthers')}
          isDangerous
          onConfirm={() => end({ all: 1 }, 'sessions.othersEnded')}
          onClose={() => setAsking(false)}
        />
      )}
    </AccountDialog>
  );
}

const Waiting = () => (
  <Box component="li" sx={{ listStyle: 'none' }}>
    <Skeleton height={48} />
    <Skeleton height={48} />
  </Box>
);

type Session = Returned<typeof sessions>[number];

const icons = { pc: Computer, mobile: Phone, tablet: Tablet, spider: Unknown } satisfies Record<
  Session['device'],
  unknown
>;

interface SessionItemProps {
  session: Session;
  isBusy: boolean;
  onEnd: () => void;
}

function SessionItem({ session, isBusy, onEnd }: SessionItemProps) {
  const translate = useTranslate();
  const Icon = entryOf(icons, session.device) ?? Unknown;
  const name = [session.browser, session.os].filter(Boolean).join(' · ') || translate('sessions.unknown');
  return (
    <AccountListItem
      icon={Icon}
      primary={name}
      title={session.user_agent || undefined}
      secondary={
        <>
          {session.ip}
          {' · '}
          {session.current ? translate('sessions.now') : <Time value={session.last_seen} isRelative />}
        </>
      }
    >
      {session.current ? (
        <StateChip label={translate('sessions.current')} />
      ) : (
        <EndButton label={translate('sessions.endOne', { name, ip: session.ip })} isDisabled={isBusy} onClick={onEnd}>
          {translate('sessions.end')}
        </EndButton>
      )}
    </AccountListItem>
  );
}

export const sessionsKey = ['sessions'];

/** The administrator's own sessions, read again each time they are shown. */
export function useSessions(isShown: boolean) {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => http.call(sessions, {}, signal),
    enabled: isShown,
    staleTime: 0,
  });
}
