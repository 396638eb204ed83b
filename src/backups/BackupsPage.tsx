import BackupIcon from '@mui/icons-material/BackupOutlined';
import { Alert, Box, Button } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Returned } from '../../contract/call.ts';
import { type BackupRow, backupPage, createBackup, listBackups } from '../../contract/calls/backup.ts';
import { sysConfig } from '../../contract/calls/config.ts';
import { systemConfig } from '../../contract/configScreens.ts';
import { ScreenAccess } from '../auth/Forbidden.tsx';
import { useMayCall } from '../auth/useMay.ts';
import { Time } from '../fields/Time.tsx';
import { linkOf } from '../navigation/useMenuPlace.ts';
import { http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { FactList } from '../ui/FactList.tsx';
import { useScreenTitle } from '../ui/pageTitle.ts';
import { Section } from '../ui/Section.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Failed, NotRefreshed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { sizeText } from '../utils/format.ts';
import { BackupItem } from './BackupItem.tsx';

type Backups = Returned<typeof listBackups>;

const refreshMs = { usual: 15_000, busy: 2000 };
const loading = <SkeletonRows rows={8} height={sizes.formRow} />;

const isBusy = ({ state }: BackupRow) => state === 'waiting' || state === 'running';
const isAnyBusy = ({ backups }: Backups) => backups.some(isBusy);
/** The server looks every few seconds for what is due. */
const beginsSoon = (data: Backups) => data.is_due === 1 && !isAnyBusy(data);

export function BackupsPage() {
  useScreenTitle(backupPage.screen);
  return (
    <ScreenAccess resource={backupPage.name} loading={loading}>
      <BackupsBody />
    </ScreenAccess>
  );
}

function BackupsBody() {
  const { data, error, refetch } = useQuery({
    queryKey: [backupPage.name],
    queryFn: ({ signal }) => http.call(listBackups, {}, signal),
    refetchInterval: ({ state: { data } }) =>
      data && (isAnyBusy(data) || beginsSoon(data)) ? refreshMs.busy : refreshMs.usual,
  });
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : loading;
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, maxWidth: 'lg', display: 'grid', gap: 2 }}>
      {error && <NotRefreshed error={error} onRetry={refetch} />}
      <LastFailure backups={data.backups} />
      <Schedule data={data} />
      <BackupList data={data} />
    </Box>
  );
}

function LastFailure({ backups }: { backups: BackupRow[] }) {
  const translate = useTranslate();
  const last = backups.find((backup) => !isBusy(backup));
  if (last?.state !== 'failed') return null;
  return (
    <Alert severity="error">
      {translate('backups.lastFailed')} {translate(`backups.errors.${last.error || 'other'}`)}
    </Alert>
  );
}

function Schedule({ data }: { data: Backups }) {
  const translate = useTranslate();
  const mayCall = useMayCall();
  const next = beginsSoon(data) ? (
    translate('backups.soon')
  ) : (
    <>
      <Time value={data.next} /> {translate('backups.nextIn', { zone: data.zone })}
    </>
  );
  const settings = mayCall(sysConfig) && (
    <Button component={Link} to={linkOf(systemConfig.screen)} size="small">
      {translate('backups.settings')}
    </Button>
  );
  return (
    <Section title={translate('backups.schedule')} aside={settings}>
      <FactList
        facts={{
          'backups.next': data.is_on === 1 ? next : translate('backups.off'),
          'backups.passphrase': translate(data.has_passphrase === 1 ? 'backups.sealed' : 'backups.unsealed'),
          'backups.free': sizeText(data.free),
        }}
      />
    </Section>
  );
}

function BackupList({ data }: { data: Backups }) {
  const translate = useTranslate();
  const { backups } = data;
  if (backups.length === 0) {
    const hint = translate(beginsSoon(data) ? 'backups.emptyDue' : 'backups.emptyHint');
    return (
      <EmptyState icon={BackupIcon} title={translate('backups.empty')} hint={hint}>
        <BackUpNow isDisabled={false} />
      </EmptyState>
    );
  }
  return (
    <Section title={translate('backups.list')} aside={<BackUpNow isDisabled={isAnyBusy(data)} />}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {backups.map((backup) => (
          <BackupItem key={backup.id} backup={backup} />
        ))}
      </Box>
    </Section>
  );
}

function BackUpNow({ isDisabled }: { isDisabled: boolean }) {
  const translate = useTranslate();
  const toast = useToast();
  const mayCall = useMayCall();
  const queries = useQueryClient();
  const { isBusy, run } = useAsyncAction();
  if (!mayCall(createBackup)) return null;
  const begin = () =>
    run(async () => {
      await http.call(createBackup, {});
      toast.success('backups.begun');
      await queries.invalidateQueries({ queryKey: [backupPage.name] });
    });
  return (
    <Button variant="contained" startIcon={<BackupIcon />} loading={isBusy} disabled={isDisabled} onClick={begin}>
      {translate('backups.now')}
    </Button>
  );
}
