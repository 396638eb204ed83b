import { useTheme } from '@mui/material';
import { areaElementClasses, LineChart, lineElementClasses } from '@mui/x-charts/LineChart';
import { useTranslate } from 'ra-core';
import { useFormats, type Visit } from './useWelcome.ts';
import { visitLines } from './Visits.tsx';

const daysPerLabel = 5;

/** Chromium makes any SVG with a focus listener focusable. */
const removeFromTabOrder = (drawing: SVGSVGElement | null) => drawing?.setAttribute('tabindex', '-1');

export function VisitsChart({ visits }: { visits: Visit[] }) {
  const translate = useTranslate();
  const { palette, spacing } = useTheme();
  const { number, day, shortDay } = useFormats();
  const series = (['pv', 'uv'] as const).map((id) => ({
    id,
    label: translate(`home.${id}`),
    data: visits.map((visit) => visit[id]),
    color: visitLines[id].color(palette),
    area: id === 'pv',
    showMark: false,
    curve: 'monotoneX' as const,
    valueFormatter: (n: number | null) => number(n ?? 0),
  }));
  // Half of a label protrudes at the end of each axis.
  const edge = (units: number) => Number.parseInt(spacing(units), 10);
  const tickLabelStyle = { fill: palette.text.secondary };
  return (
    <LineChart
      ref={removeFromTabOrder}
      hideLegend
      enableKeyboardNavigation={false}
      skipAnimation
      margin={{ left: 0, right: edge(3), top: edge(2), bottom: 0 }}
      grid={{ horizontal: true }}
      series={series}
      xAxis={[
        {
          scaleType: 'point',
          data: visits.map((visit) => visit.day),
          valueFormatter: (iso: string, { location }) => (location === 'tick' ? shortDay(iso) : day(iso)),
          tickLabelInterval: (_iso: string, at: number) => (visits.length - 1 - at) % daysPerLabel === 0,
          disableTicks: true,
          disableLine: true,
          tickLabelStyle,
        },
      ]}
      yAxis={[
        {
          min: 0,
          tickMinStep: 1,
          tickNumber: 4,
          width: edge(5),
          valueFormatter: number,
          disableLine: true,
          disableTicks: true,
          tickLabelStyle,
        },
      ]}
      sx={{
        [`& .${areaElementClasses.root}`]: { fillOpacity: palette.action.selectedOpacity },
        [`& .${lineElementClasses.root}[data-series="uv"]`]: { strokeDasharray: '5 4' },
      }}
    />
  );
}
