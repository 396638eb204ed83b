import { beforeAll, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { batchUndo } from '../../contract/calls/batch.ts';
import { bulkDelete, bulkDuplicate, bulkEdit, canDuplicate } from '../../contract/calls/bulk.ts';
import { mediaMove } from '../../contract/calls/media.ts';
import { publish } from '../../contract/calls/publishing.ts';
import { recyclePurge, recycleRestore } from '../../contract/calls/recycle.ts';
import { transferImport } from '../../contract/calls/transfer.ts';
import { media } from '../../contract/entities/media.ts';
import type { Entity } from '../../contract/entity.ts';
import { entityList, hasVersions, ruleOf, takesGenericCalls } from '../../contract/index.ts';
import { generic } from '../../server/database/tables.ts';
import { make } from '../support/drafts.ts';
import { consoleAt } from '../support/provider.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

interface Target {
  entity: Entity;
  id: number;
}

/** A way to write a record, the rules that it needs (docs/contract.md), and how somebody with a token uses it. */
interface Way {
  name: string;
  /** The calls whose rules are needed beside that of `call`; undefined if the way does not apply to this entity. */
  requiredCalls(entity: Entity): (Call | undefined)[] | undefined;
  call?: Call;
  /** Whether visitors may see a published record as a result. */
  isPublic?: boolean;
  /** Is called before the way is tried, with all rights. */
  prepare?(target: Target): Promise<unknown>;
  take(target: Target, token: string, prepared: unknown): Promise<unknown>;
}

const isNamed = ({ calls, label, fields }: Entity) =>
  calls.update !== undefined && label in calls.update.params && fields[label]?.kind === 'text';
let named = 0;
const otherName = () => `改名 ${++named}`;
const send = (path: string, params: Record<string, unknown>, token: string) => server.call(path, params, { token });
const remove = ({ entity, id }: Target) =>
  server.data(bulkDelete.path, { entity: entity.name, ids: [id] }) as Promise<{ batch: string }>;

const ways: Way[] = [
  {
    name: 'form',
    requiredCalls: (entity) => (isNamed(entity) ? [entity.calls.update] : undefined),
    isPublic: true,
    prepare: ({ entity, id }) => consoleAt(server.url, server.token).provider.getOne(entity.name, { id }),
    take: async ({ entity, id }, token, prepared) => {
      const { data: previousData } = prepared as { data: never };
      const data = { [entity.label]: otherName() };
      await consoleAt(server.url, token).provider.update(entity.name, { id, data, previousData });
    },
  },
  {
    name: 'bulk edit',
    call: bulkEdit,
    requiredCalls: (entity) => (isNamed(entity) ? [entity.calls.update] : undefined),
    isPublic: true,
    take: ({ entity, id }, token) =>
      send(bulkEdit.path, { entity: entity.name, ids: [id], fields: { [entity.label]: otherName() } }, token),
  },
  {
    name: 'bulk deletion',
    call: bulkDelete,
    requiredCalls: ({ calls }) => calls.delete && [calls.delete],
    take: ({ entity, id }, token) => send(bulkDelete.path, { entity: entity.name, ids: [id] }, token),
  },
  {
    name: 'copy',
    call: bulkDuplicate,
    requiredCalls: (entity) => (canDuplicate(entity) ? [entity.calls.list, entity.calls.create] : undefined),
    take: ({ entity, id }, token) => send(bulkDuplicate.path, { entity: entity.name, ids: [id] }, token),
  },
  {
    name: 'import',
    call: transferImport,
    requiredCalls: (entity) =>
      isNamed(entity) && entity.calls.create ? [entity.calls.create, entity.calls.update] : undefined,
    isPublic: true,
    take: async ({ entity, id }, token) => {
      const form = new FormData();
      form.append('entity', entity.name);
      form.append('file', new Blob([`id,${entity.label}\n${id},${otherName()}\n`], { type: 'text/csv' }), 'x.csv');
      const headers = { authorization: token };
      await fetch(`${server.url}/api/${transferImport.path}`, { method: 'POST', headers, body: form });
    },
  },
  {
    name: 'move to a folder',
    call: mediaMove,
    requiredCalls: ({ name }) => (name === media.name ? [] : undefined),
    prepare: () => server.data<{ id: number }>('base.Media/addFolder', { title: otherName() }),
    take: ({ id }, token, prepared) =>
      send(mediaMove.path, { ids: [id], folder_id: (prepared as { id: number }).id }, token),
  },
  {
    name: 'restoring',
    call: recycleRestore,
    requiredCalls: ({ calls, recycle }) => (recycle && calls.delete ? [calls.delete] : undefined),
    isPublic: true,
    prepare: remove,
    take: ({ entity, id }, token) => send(recycleRestore.path, { entity: entity.name, ids: [id] }, token),
  },
  {
    name: 'purge',
    call: recyclePurge,
    requiredCalls: ({ calls, recycle }) => (recycle && calls.delete ? [calls.delete] : undefined),
    prepare: remove,
    take: ({ entity, id }, token) => send(recyclePurge.path, { entity: entity.name, ids: [id] }, token),
  },
  {
    name: 'undo of a deletion',
    call: batchUndo,
    requiredCalls: (entity) =>
      hasVersions(entity) && entity.calls.delete ? [entity.calls.list, entity.calls.delete] : undefined,
    isPublic: true,
    prepare: remove,
    take: (_target, token, prepared) => send(batchUndo.path, { batch: (prepared as { batch: string }).batch }, token),
  },
];

const rulesOf = (calls: (Call | undefined)[]) => calls.flatMap((call) => (call && ruleOf(call)) ?? []);
const publishRule = (entity: Entity) =>
  entity.fields.state ? [ruleOf(publish, { entity: entity.name }) as string] : [];

/** The rules that a role needs to use a way on a record. */
const neededRules = ({ requiredCalls: needs, call, isPublic }: Way, entity: Entity, isPublished: boolean): string[] => [
  ...rulesOf([call, ...(needs(entity) ?? [])]),
  ...(isPublic && isPublished ? publishRule(entity) : []),
];

/** A role that may write, delete or publish a content model may also list it. */
function isAllowed(entity: Entity, held: string[], needed: string[]): boolean {
  const { list, create, update, delete: remove } = entity.calls;
  const mayWrite = [...rulesOf([create, update, remove]), ...publishRule(entity)].some((rule) => held.includes(rule));
  const implied = entity.model && mayWrite ? rulesOf([list]) : [];
  return needed.every((rule) => [...held, ...implied].includes(rule));
}

/** All rows of the entity, as JSON. */
const stored = async ({ name }: Entity) =>
  JSON.stringify(await generic(server.database.db).selectFrom(name).selectAll().orderBy('id').execute());

// The random series is fixed, so that each run has the same roles.
let state = 37;
const isDrawn = () => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648 < 0.7;
};

/** The entities to test. Rules are left out, because only somebody who has all rules may write them. */
const tested = entityList.filter(
  (entity) => takesGenericCalls(entity) && !entity.isLog && !['single', 'rule'].includes(entity.name),
);
let provider: ReturnType<typeof consoleAt>['provider'];

beforeAll(() => {
  provider = consoleAt(server.url, server.token).provider;
});

test.each(ways)('secure A6: by $name a role writes what its own rules allow, and nothing else', async (way) => {
  const outcomes = new Set<boolean>();
  for (const entity of tested) {
    if (!way.requiredCalls(entity)) continue;
    // One role may lack some of the rules, the other has all of them and nothing else.
    for (const isHeld of [isDrawn, () => true]) {
      const record = await make(provider, entity.name, {}, server.database);
      const target = { entity, id: Number(record.id) };
      const needed = neededRules(way, entity, record.status === 1);
      const held = needed.filter(isHeld);
      const prepared = await way.prepare?.(target);
      const { token } = await server.makeAdmin(await server.makeRole([...new Set(held)]));
      const before = await stored(entity);
      await way.take(target, token, prepared).catch(() => undefined);
      const isWritten = (await stored(entity)) !== before;
      expect([entity.name, held, isWritten]).toEqual([entity.name, held, isAllowed(entity, held, needed)]);
      outcomes.add(isWritten);
    }
  }
  expect(outcomes.has(true)).toBe(true);
});
