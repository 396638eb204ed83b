import type { Entity } from '../../../contract/entity.ts';

const fewValued = ['flag', 'bool', 'choice'];

export const searchedOf = ({ fields }: Entity) => Object.keys(fields).filter((name) => fields[name]?.search);

/** The filters by which an entity's records are counted in advance: those with few values. */
export const talliedOf = ({ fields, isLog }: Entity) =>
  Object.keys(fields).filter((name) => {
    const { filter, virtual, kind = '' } = fields[name] ?? {};
    return filter && !virtual && (fewValued.includes(kind) || (kind === 'ref' && !isLog));
  });

export const isSearched = (entity: Entity) => searchedOf(entity).length > 0;

/** Searchable entities and content may grow large, so their totals are stored. */
export const hasTally = (entity: Entity) => entity.model !== undefined || isSearched(entity);

/** Whether the label can be indexed: it must be one line of text, because PostgreSQL cannot index long values. */
export const isNamed = ({ fields, label }: Entity) => fields[label]?.kind === 'text';

/** The table of an entity's totals: one row for each combination of the tallied filters' values, with `n` records. */
export const tallyTable = (entity: Entity) => `${entity.name}_tally`;

export const searchTable = (entity: Entity) => `${entity.name}_search`;

export interface Derived {
  objects: string[];
  drop: string[];
  make: string[];
}

export const quoted = (name: string) => `"${name}"`;
export const liveIn = ({ recycle }: Entity, row: string) => (recycle ? `${row}.deleted_at is null` : 'true');
