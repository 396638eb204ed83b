import { Alert, Box, Link, Skeleton, Typography } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { type ReactNode, Suspense } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { entityList } from '../../contract/index.ts';
import { homeScreen } from '../../contract/paths.ts';
import { useIdentity } from '../auth/useMay.ts';
import { listDrafts } from '../drafts/formDrafts.ts';
import { Time } from '../fields/Time.tsx';
import { FactList } from '../ui/FactList.tsx';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { useScreenTitle } from '../ui/pageTitle.ts';
import { Section, SectionHeading } from '../ui/Section.tsx';
import { Failed, NotRefreshed } from '../ui/states/Failed.tsx';
import { inSentence } from '../utils/format.ts';
import { entryOf } from '../utils/values.ts';
import { CountCards } from './CountCards.tsx';
import { GettingStarted, QuickEntries } from './QuickEntries.tsx';
import { RecentOperations } from './RecentOperations.tsx';
import { TodoList } from './TodoList.tsx';
import { useFormats, useWelcome, type Welcome } from './useWelcome.ts';
import { Visits } from './Visits.tsx';

const gap = { xs: 2, sm: 3 };
const columns = (hasBoth: boolean) => ({
  display: 'grid',
  gap,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(hasBoth && { md: 'minmax(0, 1fr) minmax(0, 2fr)' }) },
});

export function Home() {
  useScreenTitle(homeScreen);
  const { data, error, isPending, refetch } = useWelcome();
  const isEmpty = isEmptySite(data);
  const has = (part: keyof Welcome) => isPending || data?.[part] !== undefined;
  return (
    <Box sx={{ p: gap, maxWidth: 'xl', ...columns(false) }}>
      <Greeting />
      <SectionHeading value="h3">
        <HomeFactorReminder />
        <UnsavedNotice />
        {error && !data && <Failed error={error} onRetry={refetch} level={3} />}
        {error && data && <NotRefreshed error={error} onRetry={refetch} />}
        <Box sx={columns(isEmpty || has('visits'))}>
          {isEmpty && (
            <Box sx={{ gridColumn: { md: 2 }, gridRow: { md: 1 }, display: 'grid' }}>
              <GettingStarted />
            </Box>
          )}
          <Box
            sx={{
              gridColumn: { md: 1 },
              gridRow: { md: 1 },
              display: 'flex',
              flexDirection: 'column',
              gap,
              '& > :only-of-type': { flexGrow: 1 },
            }}
          >
            {has('todo') && <TodoList todo={data?.todo} />}
            <QuickEntries />
          </Box>
          {!isEmpty && has('visits') && <Visits visits={data?.visits} />}
        </Box>
        {has('counts') && <CountCards counts={data?.counts} week={data?.week} />}
        <Box sx={columns(has('recent') && has('system'))}>
          {has('recent') && (
            <Box sx={{ gridColumn: { md: has('system') ? 2 : 1 }, gridRow: { md: 1 }, display: 'grid' }}>
              <RecentOperations recent={data?.recent} />
            </Box>
          )}
          {has('system') && (
            <Box sx={{ gridColumn: { md: 1 }, gridRow: { md: 1 }, alignSelf: 'start' }}>
              <SystemFacts system={data?.system} />
            </Box>
          )}
        </Box>
      </SectionHeading>
    </Box>
  );
}

function Greeting() {
  const translate = useTranslate();
  const { today } = useFormats();
  const identity = useIdentity();
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}
    >
      <Typography component="h2" variant="h1">
        {identity ? translate('home.hello', { name: identity.fullName }) : <Skeleton width="10ch" />}
      </Typography>
      <Typography color="text.secondary">{today.format(new Date())}</Typography>
    </Box>
  );
}

/**
 * Whether the site has no column and no content. It is false if the number of columns is unknown, because a right or
 * the call is missing.
 */
function isEmptySite(welcome: Welcome | undefined): boolean {
  const counts = welcome?.counts;
  const content = entityList.filter(({ model }) => model);
  return counts?.column === 0 && content.every(({ name }) => !counts[name]);
}

function UnsavedNotice() {
  const translate = useTranslate();
  const labelOf = useGetResourceLabel();
  const unsaved = listDrafts(useIdentity()?.id).map(({ path, resource, title }) => ({
    path,
    // Drafts of older versions have no resource.
    title: `${resource ? inSentence(labelOf(resource, 1)) : ''} ${title}`.trim(),
  }));
  if (unsaved.length === 0) return null;
  return (
    <Alert severity="info">
      {unsaved.map(({ path, title }) => (
        <Box key={path} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          {translate('home.unsaved', { title })}
          <Link component={RouterLink} to={path} color="inherit" aria-label={`${translate('home.resume')} ${title}`}>
            {translate('home.resume')}
          </Link>
        </Box>
      ))}
    </Alert>
  );
}

const databases: Record<string, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Shows the software that the back end runs on. Unknown facts are left out. */
function SystemFacts({ system }: { system: Welcome['system'] }) {
  const translate = useTranslate();
  const fact = (value: ReactNode) => (system ? value || undefined : <Skeleton width="60%" />);
  const { version, database, node, started } = system ?? {};
  return (
    <Section title={translate('home.system')}>
      <FactList
        facts={{
          'home.version': fact(version),
          'home.database': fact(database && (entryOf(databases, database) ?? database)),
          'home.node': fact(node),
          'home.started': fact(started && <Time value={started} />),
        }}
      />
    </Section>
  );
}

const FactorReminder = lazyComponent(() =>
  withTexts(import('../account/FactorReminder.tsx').then((module) => module.FactorReminder)),
);

/** Shown while the role demands a second factor that is not set up. */
function HomeFactorReminder() {
  const identity = useIdentity();
  if (!identity?.factor_due) return null;
  return (
    <Suspense>
      <FactorReminder identity={identity} due={identity.factor_due} />
    </Suspense>
  );
}
