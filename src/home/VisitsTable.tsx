import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'ra-core';
import { useFormats } from './useFormats.ts';
import type { Visit } from './useWelcome.ts';

interface Props {
  visits: Visit[];
  title: string;
  /** Else it is there for those who cannot see the chart. */
  isShown: boolean;
}

/** Visits day by day, the last day first. */
export function VisitsTable({ visits, title, isShown }: Props) {
  const translate = useTranslate();
  const { number, day } = useFormats();
  const scrolls = { role: 'group', 'aria-label': title, tabIndex: 0 };
  return (
    <Box
      {...(isShown && scrolls)}
      sx={isShown ? { position: 'absolute', inset: 0, overflowY: 'auto' } : visuallyHidden}
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
