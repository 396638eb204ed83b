import { Box, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { entityList } from '../../contract/index.ts';
import { homeScreen } from '../../contract/paths.ts';
import { useIdentity } from '../auth/useMay.ts';
import { useScreenTitle } from '../ui/pageTitle.ts';
import { Failed, NotRefreshed } from '../ui/states/Failed.tsx';
import { Begin } from './Begin.tsx';
import { CountCards } from './CountCards.tsx';
import { QuickEntries } from './QuickEntries.tsx';
import { RecentOperations } from './RecentOperations.tsx';
import { SystemFacts } from './SystemFacts.tsx';
import { TodoList } from './TodoList.tsx';
import { UnsavedNotice } from './UnsavedNotice.tsx';
import { useFormats } from './useFormats.ts';
import { useWelcome, type Welcome } from './useWelcome.ts';
import { Visits } from './Visits.tsx';

const gap = { xs: 2, sm: 3 };
/** A narrow column beside a wide one, where there is something in both. */
const columns = (hasBoth: boolean) => ({
  display: 'grid',
  gap,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(hasBoth && { md: 'minmax(0, 1fr) minmax(0, 2fr)' }) },
});

/** The welcome screen: what waits, how the site is visited, what there is, what was done last. */
export function Home() {
  useScreenTitle(homeScreen);
  const { data, error, isPending, refetch } = useWelcome();
  const isEmpty = isEmptySite(data);
  const has = (part: keyof Welcome) => isPending || data?.[part] !== undefined;
  return (
    <Box sx={{ p: gap, maxWidth: 'xl', ...columns(false) }}>
      <Greeting />
      <UnsavedNotice />
      {error && !data && <Failed error={error} onRetry={refetch} level={3} />}
      {error && data && <NotRefreshed error={error} onRetry={refetch} />}
      <Box sx={columns(isEmpty || has('visits'))}>
        {isEmpty && (
          <Box sx={{ gridColumn: { md: 2 }, gridRow: { md: 1 }, display: 'grid' }}>
            <Begin />
          </Box>
        )}
        <Box
          sx={{
            gridColumn: { md: 1 },
            gridRow: { md: 1 },
            display: 'flex',
            flexDirection: 'column',
            gap,
            // Alone, as high as what stands beside it.
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
    </Box>
  );
}

/** Whom the console greets, and the day. */
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

/** Neither a column nor any content; not so where the back end, or the role, tells no number of columns. */
function isEmptySite(welcome: Welcome | undefined): boolean {
  const counts = welcome?.counts;
  const content = entityList.filter(({ model }) => model);
  return counts?.column === 0 && content.every(({ name }) => !counts[name]);
}
