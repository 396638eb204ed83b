import ShowChart from '@mui/icons-material/ShowChart';
import {
  Box,
  Button,
  type Palette,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { EmptySection, Section } from '../ui/Section.tsx';
import { useFormats, type Visit } from './useWelcome.ts';

const whenIdle = () =>
  new Promise<unknown>((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 2000 });
    else setTimeout(resolve);
  });

/** Loaded when the browser is idle; if that fails, the table remains. */
const VisitsChart = lazy(() =>
  whenIdle()
    .then(() => import('./VisitsChart.tsx'))
    .then(
      ({ VisitsChart }) => ({ default: VisitsChart }),
      () => ({ default: NoChart }),
    ),
);

export function Visits({ visits }: { visits: Visit[] | undefined }) {
  const translate = useTranslate();
  const { number } = useFormats();
  const [isTable, setTable] = useState(false);
  const title = translate('home.visits');
  const isQuiet = visits?.every(({ pv, uv }) => pv + uv === 0);
  const shown = isQuiet ? undefined : visits;
  const totalOf = (key: 'pv' | 'uv') => {
    const total = (shown ?? []).reduce((sum, visit) => sum + visit[key], 0);
    return { smart_count: total, n: number(total) };
  };
  const views = translate('home.views', totalOf('pv'));
  const visitors = translate('home.visitors', totalOf('uv'));
  const toggle = shown && (
    <Button size="small" sx={{ my: -0.5, whiteSpace: 'nowrap' }} onClick={() => setTable(!isTable)}>
      {translate(isTable ? 'home.asChart' : 'home.asTable')}
    </Button>
  );
  return (
    <Section title={title} aside={toggle}>
      <Box sx={{ minHeight: ({ spacing }) => spacing(30), flex: 1, display: 'flex', flexDirection: 'column', gap: 1 }}>
        {!visits && <Skeleton variant="rounded" sx={{ flex: 1 }} height="auto" />}
        {isQuiet && <EmptySection Icon={ShowChart}>{translate('home.noVisits')}</EmptySection>}
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
              <VisitsTable visits={shown} title={title} isVisible={isTable} />
            </Box>
          </>
        )}
      </Box>
    </Section>
  );
}

function NoChart() {
  return <EmptySection Icon={ShowChart}>{useTranslate()('home.noChart')}</EmptySection>;
}

/** A total with the stroke of its line: the chart's legend. */
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

interface VisitsTableProps {
  visits: Visit[];
  title: string;
  /** If not, it is there for screen readers only. */
  isVisible: boolean;
}

function VisitsTable({ visits, title, isVisible }: VisitsTableProps) {
  const translate = useTranslate();
  const { number, day } = useFormats();
  const scrollable = { role: 'group', 'aria-label': title, tabIndex: 0 };
  return (
    <Box
      {...(isVisible && scrollable)}
      sx={isVisible ? { position: 'absolute', inset: 0, overflowY: 'auto' } : visuallyHidden}
    >
      <Table size="small" stickyHeader aria-label={title}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('home.day')}</TableCell>
            <TableCell align="right">{translate('home.pv')}</TableCell>
            <TableCell align="right">{translate('home.uv')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {visits.toReversed().map((visit) => (
            <TableRow key={visit.day}>
              <TableCell>{day(visit.day)}</TableCell>
              <TableCell align="right">{number(visit.pv)}</TableCell>
              <TableCell align="right">{number(visit.uv)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

/** The chart's lines differ in colour and in stroke, for those who do not see colours. */
export const visitLines = {
  pv: { color: (palette: Palette) => palette.primary.main, stroke: 'solid' },
  uv: { color: (palette: Palette) => palette.text.secondary, stroke: 'dashed' },
} as const;
