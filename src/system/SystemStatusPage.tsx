import { Alert, Box, Button, LinearProgress } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Returned } from '../../contract/call.ts';
import { backupPage, listBackups } from '../../contract/calls/backup.ts';
import { systemPage, systemStatus } from '../../contract/calls/system.ts';
import { ScreenAccess } from '../auth/Forbidden.tsx';
import { useMayCall } from '../auth/useMay.ts';
import { Time } from '../fields/Time.tsx';
import { linkOf } from '../navigation/useMenuPlace.ts';
import { http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { FactList } from '../ui/FactList.tsx';
import { useScreenTitle } from '../ui/pageTitle.ts';
import { Section } from '../ui/Section.tsx';
import { Failed, NotRefreshed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { sizeText } from '../utils/format.ts';
import { IncidentTable, JobTable, SlowCalls, useJobName } from './statusTables.tsx';

export type Status = Returned<typeof systemStatus>;

const refreshMs = 15_000;
const loading = <SkeletonRows rows={8} height={sizes.formRow} />;

/** Shows what an operator looks for first, and reads it again every 15 seconds. */
export function SystemStatusPage() {
  useScreenTitle(systemPage.screen);
  return (
    <ScreenAccess resource={systemPage.name} loading={loading}>
      <StatusBody />
    </ScreenAccess>
  );
}

function StatusBody() {
  const { data, error, refetch } = useQuery({
    queryKey: [systemPage.name],
    queryFn: ({ signal }) => http.call(systemStatus, {}, signal),
    refetchInterval: refreshMs,
  });
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : loading;
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, maxWidth: 'xl', display: 'grid', gap: 2 }}>
      {error && <NotRefreshed error={error} onRetry={refetch} />}
      <Notices status={data} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            xl: 'repeat(4, minmax(0, 1fr))',
          },
        }}
      >
        <Program status={data} />
        <DatabaseFacts status={data} />
        <Disk status={data} />
        <BackupFacts status={data} />
      </Box>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <IncidentTable incidents={data.incidents} />
        <JobTable jobs={data.jobs} />
      </Box>
      <SlowCalls slow={data.slow} />
    </Box>
  );
}

interface Props {
  status: Status;
}

const leastFreePercent = 10;
const slowDatabaseMs = 200;

const freePercent = ({ free, total }: Status['disk']) => Math.floor((free / total) * 100);

const longestGapMs = 2 * 24 * 3600_000;

/** Returns the key of the notice about the backup; undefined if there is no problem. */
function backupProblem({ is_on, state, whole }: Status['backup']): string | undefined {
  if (state === 'failed') return 'backupFailed';
  if (whole === '') return is_on === 1 ? undefined : 'noBackup';
  return Date.now() - Date.parse(whole) > longestGapMs ? 'backupOld' : undefined;
}

/** Lists what needs attention, or says that nothing does. */
function Notices({ status }: Props) {
  const translate = useTranslate();
  const jobName = useJobName();
  const { disk, database, backup, jobs, incidents, passwords_waiting } = status;
  const errors = incidents.filter(({ level }) => level === 'error').reduce((sum, { n }) => sum + n, 0);
  const percent = freePercent(disk);
  const notices = [
    percent < leastFreePercent && translate('systemStatus.notices.disk', { free: sizeText(disk.free), percent }),
    errors > 0 && translate('systemStatus.notices.errors', { smart_count: errors }),
    backupProblem(backup) !== undefined && translate(`systemStatus.notices.${backupProblem(backup)}`),
    ...jobs.map(({ job, failed }) => failed === 1 && translate('systemStatus.notices.job', { job: jobName(job) })),
    database.ms > slowDatabaseMs && translate('systemStatus.notices.database', { ms: database.ms }),
    database.waiting > 0 && translate('systemStatus.notices.waiting', { smart_count: database.waiting }),
    passwords_waiting > 0 && translate('systemStatus.notices.passwords', { smart_count: passwords_waiting }),
  ].filter((notice) => notice !== false);
  if (notices.length === 0) return <Alert severity="success">{translate('systemStatus.fine')}</Alert>;
  return (
    <Alert severity="warning">
      {translate('systemStatus.attention')}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </Box>
    </Alert>
  );
}

function Program({ status: { version, node, process, started } }: Props) {
  const translate = useTranslate();
  return (
    <Section title={translate('systemStatus.program')}>
      <FactList
        facts={{
          'home.version': version,
          'home.node': node,
          'home.started': <Time value={started} />,
          'systemStatus.process': process?.replace('~', ':'),
        }}
      />
    </Section>
  );
}

const databases: Record<string, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

function DatabaseFacts({ status: { database } }: Props) {
  const translate = useTranslate();
  const { kind, version, bytes, ms, waiting } = database;
  return (
    <Section title={translate('systemStatus.database')}>
      <FactList
        facts={{
          'systemStatus.kind': `${databases[kind] ?? kind} ${version}`,
          'systemStatus.size': sizeText(bytes),
          'systemStatus.answer': translate('systemStatus.ms', { n: ms }),
          'systemStatus.waiting': waiting,
        }}
      />
    </Section>
  );
}

function BackupFacts({ status: { backup } }: Props) {
  const translate = useTranslate();
  const mayOpen = useMayCall()(listBackups);
  const { is_on, state, time, whole } = backup;
  const page = mayOpen && (
    <Button component={Link} to={linkOf(backupPage.screen)} size="small">
      {translate('systemStatus.toBackups')}
    </Button>
  );
  return (
    <Section title={translate('systemStatus.backup')} aside={page}>
      <FactList
        facts={{
          'systemStatus.schedule': translate(is_on === 1 ? 'systemStatus.scheduleOn' : 'systemStatus.scheduleOff'),
          'systemStatus.lastBackup': state ? (
            <>
              <Time value={time} /> {translate(`backups.states.${state}`)}
            </>
          ) : (
            translate('systemStatus.noneYet')
          ),
          'systemStatus.lastWhole': state && whole ? <Time value={whole} /> : undefined,
        }}
      />
    </Section>
  );
}

function Disk({ status: { disk, files } }: Props) {
  const translate = useTranslate();
  const percent = freePercent(disk);
  const free = translate('systemStatus.freeOf', { free: sizeText(disk.free), total: sizeText(disk.total) });
  const size = sizeText(files.bytes);
  return (
    <Section title={translate('systemStatus.disk')}>
      <FactList
        facts={{
          'systemStatus.free': free,
          'systemStatus.files':
            files.n > 0 ? translate('systemStatus.filesOf', { n: files.n, size }) : translate('systemStatus.none'),
        }}
      />
      <LinearProgress
        variant="determinate"
        value={100 - percent}
        color={percent < leastFreePercent ? 'warning' : 'primary'}
        aria-label={translate('systemStatus.free')}
        aria-valuetext={free}
      />
    </Section>
  );
}
