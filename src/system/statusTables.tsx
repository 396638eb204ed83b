import { Box, Link, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { Incident, JobRun } from '../../contract/calls/system.ts';
import { runLog } from '../../contract/entities/logs.ts';
import { listPath } from '../../contract/paths.ts';
import { useCanOpen } from '../auth/useMay.ts';
import { Time } from '../fields/Time.tsx';
import { linkOf } from '../navigation/useMenuPlace.ts';
import { Section } from '../ui/Section.tsx';
import { StateChip } from '../ui/StateChip.tsx';

/** A job's name in the reader's language; the back end's own word where there is none. */
export function useJobName(): (job: string) => string {
  const translate = useTranslate();
  return (job) => translate(`systemStatus.jobNames.${job}`, { _: job });
}

const severities = { warn: 'warning', error: 'error' } as const;

export function IncidentTable({ incidents }: { incidents: Incident[] }) {
  const translate = useTranslate();
  return (
    <Section title={translate('systemStatus.incidents')}>
      {incidents.length === 0 ? (
        <Nothing>{translate('systemStatus.noIncidents')}</Nothing>
      ) : (
        <Rows titles={['systemStatus.event', 'systemStatus.times', 'systemStatus.last']}>
          {incidents.map(({ level, event, n, last }) => (
            <TableRow key={`${level} ${event}`}>
              <TableCell>
                <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
                  <StateChip
                    severity={severities[level]}
                    label={translate(`resources.run_log.choices.level.${level}`, { _: level })}
                  />
                  <EventLink level={level} event={event} />
                </Box>
              </TableCell>
              <TableCell align="right">{n}</TableCell>
              <TableCell align="right">
                <Time value={last} />
              </TableCell>
            </TableRow>
          ))}
        </Rows>
      )}
    </Section>
  );
}

/** Leads to these rows of the run log, for those who may read it. */
function EventLink({ level, event }: Pick<Incident, 'level' | 'event'>) {
  const translate = useTranslate();
  if (!useCanOpen(runLog.name)) return <span>{event}</span>;
  const search = new URLSearchParams({ filter: JSON.stringify({ level, event }) }).toString();
  return (
    <Link
      component={RouterLink}
      to={{ pathname: linkOf(listPath(runLog)), search }}
      aria-label={translate('systemStatus.showRows', { event })}
    >
      {event}
    </Link>
  );
}

export function JobTable({ jobs }: { jobs: JobRun[] }) {
  const translate = useTranslate();
  const jobName = useJobName();
  return (
    <Section title={translate('systemStatus.jobs')}>
      {jobs.length === 0 ? (
        <Nothing>{translate('systemStatus.noJobs')}</Nothing>
      ) : (
        <Rows titles={['systemStatus.job', 'systemStatus.took', 'systemStatus.ran']}>
          {jobs.map(({ job, ran, ms, failed }) => (
            <TableRow key={job}>
              <TableCell>
                <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
                  {jobName(job)}
                  {failed === 1 && <StateChip severity="error" label={translate('systemStatus.failed')} />}
                </Box>
              </TableCell>
              <TableCell align="right">{translate('systemStatus.ms', { n: ms })}</TableCell>
              <TableCell align="right">
                <Time value={ran} />
              </TableCell>
            </TableRow>
          ))}
        </Rows>
      )}
    </Section>
  );
}

export function SlowCalls({ slow }: { slow: { message: string; time: string }[] }) {
  const translate = useTranslate();
  return (
    <Section title={translate('systemStatus.slow')}>
      {slow.length === 0 ? (
        <Nothing>{translate('systemStatus.noSlow')}</Nothing>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
          {slow.map(({ message, time }) => (
            <Box
              component="li"
              key={`${time} ${message}`}
              sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}
            >
              <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                {message}
              </Box>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                <Time value={time} />
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Section>
  );
}

const Nothing = ({ children }: { children: string }) => <Typography color="text.secondary">{children}</Typography>;

/** A table whose columns but the first are numbers or times. */
function Rows({ titles, children }: { titles: string[]; children: ReactNode }) {
  const translate = useTranslate();
  return (
    <Table size="small" sx={{ '& td, & th': { px: 0.5 } }}>
      <TableHead>
        <TableRow>
          {titles.map((title, at) => (
            <TableCell key={title} align={at === 0 ? 'left' : 'right'}>
              {translate(title)}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>{children}</TableBody>
    </Table>
  );
}
