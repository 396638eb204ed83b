import ShowChart from '@mui/icons-material/ShowChart';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Nothing } from './Nothing.tsx';
import { Section } from './Section.tsx';
import { useFormats } from './useFormats.ts';
import type { Visit } from './useWelcome.ts';
import { VisitsTable } from './VisitsTable.tsx';
import { visitLines } from './visitLines.ts';

const whenIdle = () =>
  new Promise<unknown>((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 2000 });
    else setTimeout(resolve);
  });

/** The chart's script comes after all else; where it does not come the table is still there. */
const VisitsChart = lazy(() =>
  whenIdle()
    .then(() => import('./VisitsChart.tsx'))
    .then(
      ({ VisitsChart }) => ({ default: VisitsChart }),
      () => ({ default: NoChart }),
    ),
);

/** Visits of the last 30 days: totals, a chart, and the same as a table. */
export function Visits({ visits }: { visits: Visit[] | undefined }) {
  const translate = useTranslate();
  const { number } = useFormats();
  const [isTable, setTable] = useState(false);
  const title = translate('home.visits');
  const isQuiet = visits?.every(({ pv, uv }) => pv + uv === 0);
  const shown = isQuiet ? undefined : visits;
  const totalOf = (key: 'pv' | 'uv') => number((shown ?? []).reduce((sum, visit) => sum + visit[key], 0));
  const views = translate('home.views', { n: totalOf('pv') });
  const visitors = translate('home.visitors', { n: totalOf('uv') });
  const toggle = shown && (
    <Button size="small" sx={{ my: -0.5, whiteSpace: 'nowrap' }} onClick={() => setTable(!isTable)}>
      {translate(isTable ? 'home.asChart' : 'home.asTable')}
    </Button>
  );
  return (
    <Section title={title} aside={toggle}>
      <Box sx={{ minHeight: ({ spacing }) => spacing(30), flex: 1, display: 'flex', flexDirection: 'column', gap: 1 }}>
        {!visits && <Skeleton variant="rounded" sx={{ flex: 1 }} height="auto" />}
        {isQuiet && <Nothing Icon={ShowChart}>{translate('home.noVisits')}</Nothing>}
        {shown && (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
              <VisitTotal of="pv">{views}</VisitTotal>
              <VisitTotal of="uv">{visitors}</VisitTotal>
            </Box>
            <Box sx={{ flex: 1, position: 'relative' }}>
              {!isTable && (
                <Box role="img" aria-label={`${title}: ${views}, ${visitors}`} sx={{ position: 'absolute', inset: 0 }}>
                  <Suspense fallback={<Skeleton variant="rounded" height="100%" />}>
                    <VisitsChart visits={shown} />
                  </Suspense>
                </Box>
              )}
              <VisitsTable visits={shown} title={title} isShown={isTable} />
            </Box>
          </>
        )}
      </Box>
    </Section>
  );
}

function NoChart() {
  return <Nothing Icon={ShowChart}>{useTranslate()('home.noChart')}</Nothing>;
}

/** A total with the stroke of its line, so that the totals are the chart's legend. */
function VisitTotal({ of, children }: { of: keyof typeof visitLines; children: ReactNode }) {
  const { color, stroke } = visitLines[of];
  return (
    <Typography sx={{ display: 'flex', alignItems: 'center', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
      <Box
        component="span"
        sx={{
          width: ({ spacing }) => spacing(2),
          borderTop: 2,
          borderTopStyle: stroke,
          borderColor: ({ palette }) => color(palette),
        }}
      />
      {children}
    </Typography>
  );
}
