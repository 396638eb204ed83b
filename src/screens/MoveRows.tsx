import { Box } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useQueryClient } from '@tanstack/react-query';
import { type Identifier, type RaRecord, useCanAccess, useDataProvider, useListContext, useTranslate } from 'ra-core';
import { type ReactNode, useRef, useState } from 'react';
import type { Resource } from '../resource.ts';
import { useSay } from '../useSay.ts';
import { type Move, type Plan, planMove } from './planMove.ts';
import { useFolding } from './TreeRows.tsx';
import { MoveContext } from './useMove.ts';
import { useName } from './useName.ts';

/** What takes longer shows that it is under way. */
const slowMs = 400;

/** Lets the rows of the tree around it be moved, for those who may edit, while the whole tree is shown in its own order. */
export function MoveRows({ resource, children }: { resource: Resource; children: ReactNode }) {
  const { entity, name } = resource;
  const { canAccess } = useCanAccess({ resource: name, action: 'edit' });
  const { data, sort, filterValues } = useListContext();
  const isOwnOrder = sort.field === 'sort' && sort.order === 'ASC' && Object.keys(filterValues).length === 0;
  const isTree = entity.calls.update && 'pid' in entity.fields;
  if (!canAccess || !isTree || !isOwnOrder || !data) return children;
  return <Movable resource={resource}>{children}</Movable>;
}

function Movable({ resource, children }: { resource: Resource; children: ReactNode }) {
  const translate = useTranslate();
  const say = useSay();
  const provider = useDataProvider();
  const queries = useQueryClient();
  const folding = useFolding();
  const { data = [] } = useListContext();
  const name = useName(resource);
  const [said, setSaid] = useState('');
  const [slow, setSlow] = useState<Identifier>();
  const isMoving = useRef(false);
  const childrenName = resource.entity.calls.list?.children ?? '';
  const titleOf = (record: RaRecord | undefined) => String(record?.[resource.entity.label] ?? '');
  const plan = (record: RaRecord, way: Move) =>
    planMove(
      data.filter(({ depth }) => depth === 0),
      childrenName,
      record.id,
      way,
    );

  const carryOut = async ({ changes, parent, at, of }: Plan, record: RaRecord) => {
    try {
      for (const { record: changed, data } of changes)
        await provider.update(resource.name, { id: changed.id, data: { ...changed, ...data }, previousData: changed });
      // Else one would lose sight of it.
      if (parent && folding?.isFolded(Number(parent.id))) folding.toggle(Number(parent.id));
      const place = { title: titleOf(record), parent: titleOf(parent), at, n: of };
      setSaid(translate(parent ? 'move.below' : 'move.top', place));
    } catch (error) {
      say.failed(error);
    }
    // Also after a refusal: something may have been moved before it.
    await queries.invalidateQueries();
  };

  const move = async (record: RaRecord, way: Move) => {
    if (isMoving.current) return;
    const planned = plan(record, way);
    if (!planned) return setSaid(translate(`move.no.${way}`, { name }));
    isMoving.current = true;
    const timer = setTimeout(() => setSlow(record.id), slowMs);
    await carryOut(planned, record);
    clearTimeout(timer);
    setSlow(undefined);
    isMoving.current = false;
  };

  return (
    <MoveContext value={{ plan, move, slow }}>
      {children}
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </MoveContext>
  );
}
