import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import type { Returned } from '../../contract/call.ts';
import { endNewSession, newSession } from '../../contract/calls/session.ts';
import { isRefusal } from '../../dataProvider/failure.ts';
import { Time } from '../fields/Time.tsx';
import { features, homePath, http, loginPath, useSession } from '../services/services.ts';
import { FactList } from '../ui/FactList.tsx';
import { useDocumentTitle } from '../ui/pageTitle.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { useAsyncAction } from '../ui/useToast.ts';
import { PublicPage } from './PublicPage.tsx';

/**
 * `/EndSession`, where the link of the mail about a new device leads. Its token stands behind the `#`, which no browser
 * sends; opening the page ends nothing, since programs that look through mail open links too.
 */
export function EndSession() {
  const translate = useTranslate();
  const token = useLocation().hash.slice(1);
  useDocumentTitle(translate('endSession.title'));
  if (!features.offers(newSession)) return <Navigate to={loginPath} replace />;
  return <PublicPage title="endSession.title">{token ? <SessionOfLink token={token} /> : <Over />}</PublicPage>;
}

function SessionOfLink({ token }: { token: string }) {
  const translate = useTranslate();
  const [isEnded, setEnded] = useState(false);
  const { isBusy, run } = useAsyncAction();
  const { data, error, refetch } = useQuery({
    queryKey: ['newSession', token],
    queryFn: () => http.call(newSession, { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const end = () =>
    run(
      async () => {
        await http.call(endNewSession, { token });
        setEnded(true);
      },
      undefined,
      // The link was used meanwhile: the page says so.
      () => refetch(),
    );
  if (isEnded) return <Ended />;
  if (error && isRefusal(error)) return <Over />;
  if (error && !data) return <Failed error={error} level={2} onRetry={refetch} />;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography color="text.secondary">{translate('endSession.hint')}</Typography>
      <Facts session={data} />
      <Button variant="contained" color="error" size="large" loading={isBusy} disabled={!data} onClick={end}>
        {translate('endSession.end')}
      </Button>
      <Typography color="text.secondary">{translate('endSession.own')}</Typography>
    </Box>
  );
}

function Facts({ session }: { session: Returned<typeof newSession> | undefined }) {
  const translate = useTranslate();
  const name = session && ([session.browser, session.os].filter(Boolean).join(' · ') || translate('sessions.unknown'));
  return (
    <div aria-busy={!session}>
      <FactList
        facts={{
          'endSession.device': name ?? <Skeleton />,
          'endSession.ip': session?.ip ?? <Skeleton />,
          'endSession.time': session ? <Time value={session.create_time} /> : <Skeleton />,
        }}
      />
    </div>
  );
}

/** The account is as it was, so its owner is told what is left to do. */
function Ended() {
  const translate = useTranslate();
  return (
    <Box role="status" sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="success">{translate('endSession.ended')}</Alert>
      <Typography>{translate('endSession.next')}</Typography>
      <Typography color="text.secondary">{translate('endSession.shutOut')}</Typography>
      <ToConsole />
    </Box>
  );
}

function Over() {
  const translate = useTranslate();
  return (
    <Box role="alert" sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="warning" role="none">
        {translate('endSession.over')}
      </Alert>
      <Typography color="text.secondary">{translate('endSession.overHint')}</Typography>
      <ToConsole />
    </Box>
  );
}

function ToConsole() {
  const translate = useTranslate();
  const isIn = useSession() === 'in';
  return (
    <Button component={Link} to={isIn ? homePath : loginPath} variant="contained" size="large">
      {translate(isIn ? 'endSession.toHome' : 'endSession.toSignIn')}
    </Button>
  );
}
