import type { Entity } from '../../../contract/entity.ts';

const fewValued = ['flag', 'bool', 'choice'];

export const searchedOf = ({ fields }: Entity) => Object.keys(fields).filter((name) => fields[name]?.search);

/** The filters by which an entity's records are counted in advance: those that have few values. */
export const talliedOf = ({ fields, isLog }: Entity) =>
  Object.keys(fields).filter((name) => {
    const { filter, virtual, kind = '' } = fields[name] ?? {};
    return filter && !virtual && (fewValued.includes(kind) || (kind === 'ref' && !isLog));
  });

export const isSearched = (entity: Entity) => searchedOf(entity).length > 0;

/** What can be searched, and all content, may grow large: its totals are kept. */
export const hasTally = (entity: Entity) => entity.model !== undefined || isSearched(entity);

/** A name can be indexed that is a line of text: PostgreSQL takes no long one. */
export const isNamed = ({ fields, label }: Entity) => fields[label]?.kind === 'text';

/** The table of an entity's totals: one row for each set of values of its tallied filters, `n` records each. */
export const tallyTable = (entity: Entity) => `${entity.name}_tally`;

/** On SQLite the full text index of an entity, on PostgreSQL its GIN index. */
export const searchTable = (entity: Entity) => `${entity.name}_search`;

/** Something that is made of an entity's table and follows it by triggers, or by being an index. */
export interface Derived {
  /** The tables, indexes and triggers that must be there. */
  objects: string[];
  drop: string[];
  /** Makes it anew, with what the table holds. */
  make: string[];
}

export const quoted = (name: string) => `"${name}"`;
