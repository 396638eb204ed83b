import { Box } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useQueryClient } from '@tanstack/react-query';
import { type Identifier, type RaRecord, useCanAccess, useListContext, useTranslate } from 'ra-core';
import { type ComponentType, lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { childrenName, treeFields } from '../../contract/entity.ts';
import { useHasNoTopLevel } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useName } from '../declaration/useFieldLabel.ts';
import { useProvider } from '../services/queryClient.ts';
import { features } from '../services/services.ts';
import { DeferredRender } from '../ui/DeferredRender.tsx';
import { useToast } from '../ui/useToast.ts';
import { planDrop, type Spot } from './planDrop.ts';
import { type Move, type Plan, planMove } from './planMove.ts';
import type { DragProps } from './TreeDrag.tsx';
import { useFolding } from './TreeRows.tsx';
import { createSlots, MoveContext } from './useMove.ts';
import { type MovedPlace, standsAt, useOfferMoveUndo } from './useOfferMoveUndo.tsx';

const slowMs = 400;
const TreeDrag = lazy(async (): Promise<{ default: ComponentType<DragProps> }> => {
  try {
    return { default: (await import('./TreeDrag.tsx')).TreeDrag };
  } catch {
    // If the script cannot be loaded, rows are still moved by their menu.
    return { default: () => null };
  }
});

/** Makes the rows of a tree movable for those who may edit, while the whole tree is shown in its own order. */
export function MoveRows({ resource, children }: { resource: Resource; children: ReactNode }) {
  const { entity, name } = resource;
  const { canAccess } = useCanAccess({ resource: name, action: 'edit' });
  const { data, sort, filterValues } = useListContext();
  const divided = treeFields(entity);
  const isWhole = Object.keys(filterValues).every((field) => divided.includes(field));
  const isOwnOrder = sort.field === 'sort' && sort.order === 'ASC' && isWhole;
  // Positions are known only if rows hold their children.
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
  const [announcement, setAnnouncement] = useState('');
  const [slow, setSlow] = useState<Identifier>();
  const last = useRef(Promise.resolve());
  const roots = useRef<RaRecord[]>([]);
  const [slots] = useState(createSlots);
  useLayoutEffect(() => {
    roots.current = data.filter(({ depth }) => depth === 0);
  }, [data]);

  const titleOf = (record: RaRecord | undefined) => String(record?.[resource.entity.label] ?? '');
  const offers = useOfferMoveUndo(
    (record, places) => inTurn(() => slowly(record, () => undoNow(record, places))),
    resource.entity.label,
  );
  const hasNoTopLevel = useHasNoTopLevel(resource.entity);
  /** A plan, unless it takes a record to the top of a tree of which the administrator sees only branches. */
  const within = (planned: Plan | undefined) =>
    hasNoTopLevel && planned?.parent === undefined && planned?.changes.some(({ data }) => 'pid' in data)
      ? undefined
      : planned;
  const plan = (record: RaRecord, direction: Move) => within(planMove(roots.current, below, record.id, direction));
  const planSpot = (record: RaRecord, spot: Spot) => within(planDrop(roots.current, below, record.id, spot));

  const save = async (changes: Plan['changes'], onSaved: () => void) => {
    const saved: RaRecord[] = [];
    try {
      for (const { record: changed, data } of changes) {
        await provider.update(resource.name, { id: changed.id, data: { ...changed, ...data }, previousData: changed });
        saved.push(changed);
      }
      onSaved();
    } catch (error) {
      const names = (records: RaRecord[]) => records.map((each) => `“${titleOf(each)}”`).join(translate('list.and'));
      const left = changes.map((change) => change.record).filter((changed) => !saved.includes(changed));
      const half = { done: names(saved), left: names(left), why: toast.messageOf(error) };
      toast.error(saved.length > 0 ? new Error(translate('move.half', half)) : error);
    }
    // Also after a refusal: earlier edits may have been saved.
    // ra-core's type says that `data` holds the rows; it holds the reply (useGetList).
    const read = (await refetch()) as { data?: unknown } | undefined;
    roots.current = (read?.data as { data: RaRecord[] } | undefined)?.data ?? roots.current;
    queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'getList' });
  };
  const carryOut = ({ changes, parent, at, of }: Plan, record: RaRecord) =>
    save(changes, () => {
      // So that the moved row stays visible.
      if (parent && folding?.isFolded(Number(parent.id))) folding.toggle(Number(parent.id));
      const position = { title: titleOf(record), parent: titleOf(parent), at, n: of };
      setAnnouncement(translate(parent ? 'move.below' : 'move.top', position));
      offers.add(record, changes);
    });

  const slowly = async (record: RaRecord, change: () => Promise<void>) => {
    const timer = setTimeout(() => setSlow(record.id), slowMs);
    await change();
    clearTimeout(timer);
    setSlow(undefined);
  };
  const carryOutSlowly = (planned: Plan, record: RaRecord) => slowly(record, () => carryOut(planned, record));
  const moveNow = async (record: RaRecord, direction: Move) => {
    const planned = plan(record, direction);
    if (planned) await carryOutSlowly(planned, record);
    else setAnnouncement(translate(`move.no.${direction}`, { name }));
  };
  const dropNow = async (record: RaRecord, spot: Spot) => {
    const planned = planSpot(record, spot);
    if (planned) await carryOutSlowly(planned, record);
  };
  /** Puts all records back, or none where one of them stands elsewhere since. By then another tree may be listed. */
  const undoNow = async (record: RaRecord, places: MovedPlace[]) => {
    try {
      const rows = await Promise.all(places.map(({ id }) => provider.getOne(resource.name, { id })));
      const changes = places.map(({ before, after }, at) => ({
        record: rows[at]?.data as RaRecord,
        data: before,
        after,
      }));
      if (!changes.every((change) => standsAt(change.record, change.after)))
        throw new Error(translate('move.movedSince', { title: titleOf(record) }));
      await save(changes, () => toast.success('move.undone'));
    } catch (error) {
      toast.error(error);
    }
  };
  /** Runs moves one after the other: each is planned on the result of the previous one. */
  const inTurn = (change: () => Promise<void>) => {
    offers.hold();
    const turn = last.current.then(change).then(() => {
      if (last.current === turn) offers.settle();
    });
    last.current = turn;
    return turn;
  };
  const move = (record: RaRecord, direction: Move) => {
    inTurn(() => moveNow(record, direction));
  };
  const drop = (record: RaRecord, spot: Spot) => inTurn(() => dropNow(record, spot));

  return (
    <MoveContext value={{ plan, move, slow, slots }}>
      {children}
      <DeferredRender placeholder={null}>
        <Suspense>
          <TreeDrag resource={resource} slots={slots} plan={planSpot} onDrop={drop} />
        </Suspense>
      </DeferredRender>
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
    </MoveContext>
  );
}
