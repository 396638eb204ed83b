import History from '@mui/icons-material/History';
import { Box, Link, Skeleton } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { saveConfig } from '../../contract/calls/config.ts';
import type { RecentOperation } from '../../contract/calls/console.ts';
import { entityList, findEntity } from '../../contract/index.ts';
import { useCanOpen } from '../auth/useMay.ts';
import { AdminName } from '../fields/AdminName.tsx';
import { Time } from '../fields/Time.tsx';
import { SettingName } from '../logs/SettingName.tsx';
import { useOperationName } from '../logs/useOperationName.ts';
import { resources } from '../resources/index.ts';
import { basename } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { EmptySection, Section } from '../ui/Section.tsx';

const skeletons = Array.from({ length: 10 }, (_, row) => row);
const deletions = new Set(entityList.map(({ calls }) => calls.delete?.path));
const recordOf = ({ target, target_id }: RecentOperation) => `${target} ${target_id}`;

function groupOperations(operations: RecentOperation[]): { operation: RecentOperation; times: number }[] {
  const groups: { operation: RecentOperation; times: number }[] = [];
  const operationKey = (operation: RecentOperation) => `${operation.username} ${operation.path} ${recordOf(operation)}`;
  for (const operation of operations) {
    const last = groups.at(-1);
    if (last && operationKey(last.operation) === operationKey(operation)) last.times++;
    else groups.push({ operation, times: 1 });
  }
  return groups;
}

export function RecentOperations({ recent }: { recent: RecentOperation[] | undefined }) {
  const translate = useTranslate();
  const operationName = useOperationName();
  const deleted = new Set(recent?.filter(({ path }) => deletions.has(path)).map(recordOf));
  return (
    <Section title={translate('home.recent')}>
      {recent?.length === 0 && <EmptySection Icon={History}>{translate('home.nothingDone')}</EmptySection>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {!recent &&
          skeletons.map((row) => (
            <Line key={row}>
              <Skeleton width="100%" />
            </Line>
          ))}
        {groupOperations(recent ?? []).map(({ operation, times }) => (
          <Line key={operation.id}>
            <Box sx={{ minWidth: 0, display: 'flex', flexWrap: 'wrap', columnGap: 1, overflowWrap: 'anywhere' }}>
              {operation.username && (
                <Box component="span" sx={{ fontWeight: 600 }}>
                  <AdminName username={operation.username} nickname={operation.nickname} />
                </Box>
              )}
              <span>{operationName(operation)}</span>
              <OperationTarget operation={operation} isDeleted={deleted.has(recordOf(operation))} />
              {times > 1 && (
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {translate('home.times', { smart_count: times })}
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

function OperationTarget({ operation, isDeleted }: { operation: RecentOperation; isDeleted: boolean }) {
  const translate = useTranslate();
  const { target, target_id } = operation;
  const mayOpen = useCanOpen(target);
  if (!findEntity(target)) return null;
  const numbered = `${translate(`resources.${target}.name`, { smart_count: 1 })}${target_id ? ` ${target_id}` : ''}`;
  const name = operation.name || numbered;
  if (target_id && operation.path === saveConfig.path)
    return (
      <span>
        <SettingName id={target_id} fallback={name} />
      </span>
    );
  const resource = resources.find((each) => each.name === target);
  if (!resource || !target_id || isDeleted || !mayOpen) return <span>{name}</span>;
  return (
    <Link component={RouterLink} to={`${basename}${resource.path}/${target_id}`}>
      {name}
    </Link>
  );
}
