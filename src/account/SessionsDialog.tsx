import { Box, Button, DialogActions, DialogContent, List, Skeleton } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import type { Params } from '../../contract/call.ts';
import { revokeSession } from '../../contract/calls/session.ts';
import { http } from '../services/services.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Failed } from '../ui/states/Failed.tsx';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { AccountDialog, type AccountDialogProps } from './AccountDialog.tsx';
import { SessionItem } from './SessionItem.tsx';
import { sessionsKey, useSessions } from './useSessions.ts';

/** Where one is signed in, and the end of it there. */
export function SessionsDialog({ isOpen, onClose }: AccountDialogProps) {
  const translate = useTranslate();
  const toast = useToast();
  const queries = useQueryClient();
  const { data, error, refetch } = useSessions(isOpen);
  const { isBusy, run } = useAsyncAction();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const end = async (params: Params<typeof revokeSession>, said: string) => {
    const work = async () => {
      await http.call(revokeSession, params);
      toast.success(said);
    };
    // The list is read again, and shows what is still so.
    await run(work, undefined, () => undefined);
    setAsking(false);
    // What was pressed is gone with its session.
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
      {/* Somebody may be writing in one of them. */}
      {data && isAsking && (
        <ConfirmDialog
          title={translate('sessions.endOthersTitle', { smart_count: data.length - 1 })}
          hint={translate('sessions.endOthersHint')}
          action={translate('sessions.endOthers')}
          isDangerous
          isBusy={isBusy}
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
