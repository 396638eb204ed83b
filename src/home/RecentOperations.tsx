import History from '@mui/icons-material/History';
import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { RecentOperation } from '../../contract/calls/console.ts';
import { entityList } from '../../contract/index.ts';
import { Time } from '../fields/Time.tsx';
import { useOperationName } from '../logs/useOperationName.ts';
import { sizes } from '../theme/index.ts';
import { Nothing } from './Nothing.tsx';
import { OperationTarget } from './OperationTarget.tsx';
import { Section } from './Section.tsx';

/** The lines that are likely to come. */
const expected = Array.from({ length: 10 }, (_, row) => row);
const deletions = new Set(entityList.map(({ calls }) => calls.delete?.path));
const recordOf = ({ target, target_id }: RecentOperation) => `${target} ${target_id}`;

/** What someone did several times in a row stands once, with the last time. */
function grouped(operations: RecentOperation[]): { operation: RecentOperation; times: number }[] {
  const groups: { operation: RecentOperation; times: number }[] = [];
  const operationKey = (operation: RecentOperation) => `${operation.username} ${operation.path} ${recordOf(operation)}`;
  for (const operation of operations) {
    const last = groups.at(-1);
    if (last && operationKey(last.operation) === operationKey(operation)) last.times++;
    else groups.push({ operation, times: 1 });
  }
  return groups;
}

/** Who did what, when, the newest first. */
export function RecentOperations({ recent }: { recent: RecentOperation[] | undefined }) {
  const translate = useTranslate();
  const operationName = useOperationName();
  const deleted = new Set(recent?.filter(({ path }) => deletions.has(path)).map(recordOf));
  return (
    <Section title={translate('home.recent')}>
      {recent?.length === 0 && <Nothing Icon={History}>{translate('home.nothingDone')}</Nothing>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {!recent &&
          expected.map((row) => (
            <Line key={row}>
              <Skeleton width="100%" />
            </Line>
          ))}
        {grouped(recent ?? []).map(({ operation, times }) => (
          <Line key={operation.id}>
            <Box sx={{ minWidth: 0, display: 'flex', flexWrap: 'wrap', columnGap: 1, overflowWrap: 'anywhere' }}>
              {operation.username && (
                <Box component="span" sx={{ fontWeight: 600 }}>
                  {operation.username}
                </Box>
              )}
              <span>{operationName(operation)}</span>
              <OperationTarget operation={operation} isDeleted={deleted.has(recordOf(operation))} />
              {times > 1 && (
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {translate('home.times', { n: times })}
                </Box>
              )}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary', flexShrink: 0 }}>
              <Time value={operation.create_time} isRelative />
            </Box>
          </Line>
        ))}
      </Box>
    </Section>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        minHeight: sizes.row,
        py: 0.5,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      {children}
    </Box>
  );
}
