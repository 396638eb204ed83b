import type { RaRecord } from 'ra-core';
import { childrenName, type Entity } from '../contract/entity.ts';
import { type EntityName, entities } from '../contract/index.ts';
import { flattenTree } from '../dataProvider/trees.ts';
import { exampleOf, extras, markOf, newRun } from './examples.ts';
import type { CheckContext } from './lines.ts';
import { firstPage } from './reads.ts';

export interface Own {
  entity: Entity;
  id: number;
  mark: string;
  data: Record<string, unknown>;
}

type Where = Record<string, unknown>;

/** A list is searched this far for a record of the check. */
const maxPages = 50;

export function createOwnRecords({ provider }: Pick<CheckContext, 'provider'>) {
  const run = newRun();
  const made: Own[] = [];
  const byRequest = new Map<string, Promise<Own>>();
  let n = 0;
  const nextMark = () => {
    n++;
    return markOf(run, n);
  };

  /** A record of an entity, created on the first request, after those that it refers to. @throws CallFailure */
  function own(name: EntityName, where: Where = {}): Promise<Own> {
    const request = `${name} ${JSON.stringify(where)}`;
    const known = byRequest.get(request) ?? another(name, where);
    byRequest.set(request, known);
    return known;
  }

  async function another(name: EntityName, where: Where = {}): Promise<Own> {
    const entity: Entity = entities[name];
    const mark = nextMark();
    const data = await draftOf(entity, mark, where);
    const { data: record } = await provider.create(name, { data });
    const one = { entity, id: Number(record.id) || (await idOf(entity, data)), mark, data };
    made.push(one);
    return one;
  }

  async function draftOf(entity: Entity, mark: string, where: Where): Promise<Where> {
    const data: Where = { ...extras[entity.name]?.(mark), ...where };
    for (const [name, field] of Object.entries(entity.fields)) {
      if (!field.required || field.computed || name in data) continue;
      data[name] =
        field.kind === 'ref'
          ? (await own(field.entity as EntityName, field.where ?? {})).id
          : exampleOf[field.kind](mark, field);
    }
    return { ...data, [entity.label]: mark };
  }

  /** A back end need not return the id of a new record. */
  async function idOf(entity: Entity, data: Where): Promise<number> {
    const row = await find(entity, data, (one) => one[entity.label] === data[entity.label]);
    return Number(row?.id ?? 0);
  }

  /** A record's row in the console's list; undefined if it is not there. */
  async function find(entity: Entity, data: Where, isIt: (row: RaRecord) => boolean): Promise<RaRecord | undefined> {
    const { col_id, cid } = data;
    const filter = { ...(col_id !== undefined && { col_id }), ...(cid !== undefined && { cid }) };
    for (let page = 1, seen = 0; page <= maxPages; page++) {
      const pagination = { ...firstPage.pagination, page };
      const list = await provider.getList(entity.name, { ...firstPage, filter, pagination });
      const row = flattenTree(list.data as RaRecord[], childrenName(entity)).find(isIt);
      seen += list.data.length;
      if (row || list.data.length === 0 || seen >= (list.total ?? 0)) return row;
    }
    return undefined;
  }

  return {
    own,
    another,
    find: (one: Own) => find(one.entity, one.data, ({ id }) => Number(id) === one.id),
    made,
    nextMark,
  };
}

export type OwnRecords = ReturnType<typeof createOwnRecords>;
