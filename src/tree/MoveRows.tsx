import { Box } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useQueryClient } from '@tanstack/react-query';
import { type Identifier, type RaRecord, useCanAccess, useListContext, useTranslate } from 'ra-core';
import { type ComponentType, lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { childrenName, treeFields } from '../../contract/trees.ts';
import type { Resource } from '../declaration/resource.ts';
import { useName } from '../declaration/useName.ts';
import { useProvider } from '../services/mutations.ts';
import { features } from '../services/services.ts';
import { DeferredRender } from '../ui/DeferredRender.tsx';
import { useToast } from '../ui/useToast.ts';
import { planDrop, type Spot } from './planDrop.ts';
import { type Move, type Plan, planMove } from './planMove.ts';
import type { DragProps } from './TreeDrag.tsx';
import { useFolding } from './TreeRows.tsx';
import { createSlots, MoveContext } from './useMove.ts';

/** What takes longer shows that it is under way. */
const slowMs = 400;
const TreeDrag = lazy(async (): Promise<{ default: ComponentType<DragProps> }> => {
  try {
    return { default: (await import('./TreeDrag.tsx')).TreeDrag };
  } catch {
    // Where it cannot be had, rows are still moved by their menu.
    return { default: () => null };
  }
});

/** Lets the rows of the tree around it be moved, for those who may edit, while the whole tree is shown in its own order. */
export function MoveRows({ resource, children }: { resource: Resource; children: ReactNode }) {
  const { entity, name } = resource;
  const { canAccess } = useCanAccess({ resource: name, action: 'edit' });
  const { data, sort, filterValues } = useListContext();
  const divided = treeFields(entity);
  const isWhole = Object.keys(filterValues).every((field) => divided.includes(field));
  const isOwnOrder = sort.field === 'sort' && sort.order === 'ASC' && isWhole;
  // A page of rows that do not hold those below them tells no places.
  const isTree = entity.calls.update && entity.tree && (entity.calls.list.children || features.has('wholeTree'));
  if (!canAccess || !isTree || !isOwnOrder || !data) return children;
  return <Movable resource={resource}>{children}</Movable>;
}

function Movable({ resource, children }: { resource: Resource; children: ReactNode }) {
  const below = childrenName(resource.entity) ?? '';
  const translate = useTranslate();
  const toast = useToast();
  const provider = useProvider();
  const queries = useQueryClient();
  const folding = useFolding();
  const { data = [], refetch } = useListContext();
  const name = useName(resource);
  const [said, setSaid] = useState('');
  const [slow, setSlow] = useState<Identifier>();
  const last = useRef(Promise.resolve());
  const roots = useRef<RaRecord[]>([]);
  const [slots] = useState(createSlots);
  useLayoutEffect(() => {
    roots.current = data.filter(({ depth }) => depth === 0);
  }, [data]);

  const titleOf = (record: RaRecord | undefined) => String(record?.[resource.entity.label] ?? '');
  const plan = (record: RaRecord, way: Move) => planMove(roots.current, below, record.id, way);

  const carryOut = async ({ changes, parent, at, of }: Plan, record: RaRecord) => {
    const saved: RaRecord[] = [];
    try {
      for (const { record: changed, data } of changes) {
        await provider.update(resource.name, { id: changed.id, data: { ...changed, ...data }, previousData: changed });
        saved.push(changed);
      }
      // Else one would lose sight of it.
      if (parent && folding?.isFolded(Number(parent.id))) folding.toggle(Number(parent.id));
      const place = { title: titleOf(record), parent: titleOf(parent), at, n: of };
      setSaid(translate(parent ? 'move.below' : 'move.top', place));
    } catch (error) {
      const names = (records: RaRecord[]) => records.map((each) => `“${titleOf(each)}”`).join(translate('list.and'));
      const left = changes.map((change) => change.record).filter((changed) => !saved.includes(changed));
      const half = { done: names(saved), left: names(left), why: toast.messageOf(error) };
      toast.error(saved.length > 0 ? new Error(translate('move.half', half)) : error);
    }
    // Also after a refusal: something may have been moved before it.
    // Of its type ra-core says that it holds the rows; it holds the reply (useGetList).
    const read = (await refetch()) as { data?: unknown } | undefined;
    roots.current = (read?.data as { data: RaRecord[] } | undefined)?.data ?? roots.current;
    queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'getList' });
  };

  const carryOutSlowly = async (planned: Plan, record: RaRecord) => {
    const timer = setTimeout(() => setSlow(record.id), slowMs);
    await carryOut(planned, record);
    clearTimeout(timer);
    setSlow(undefined);
  };
  const moveNow = async (record: RaRecord, way: Move) => {
    const planned = plan(record, way);
    if (planned) await carryOutSlowly(planned, record);
    else setSaid(translate(`move.no.${way}`, { name }));
  };
  const dropNow = async (record: RaRecord, spot: Spot) => {
    const planned = planDrop(roots.current, below, record.id, spot);
    if (planned) await carryOutSlowly(planned, record);
  };
  /** One after the other: the next begins from where the one before has led. */
  const inTurn = (change: () => Promise<void>) => {
    last.current = last.current.then(change);
    return last.current;
  };
  const move = (record: RaRecord, way: Move) => {
    inTurn(() => moveNow(record, way));
  };
  const drop = (record: RaRecord, spot: Spot) => inTurn(() => dropNow(record, spot));

  return (
    <MoveContext value={{ plan, move, slow, slots }}>
      {children}
      <DeferredRender placeholder={null}>
        <Suspense>
          <TreeDrag resource={resource} slots={slots} onDrop={drop} />
        </Suspense>
      </DeferredRender>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </MoveContext>
  );
}
