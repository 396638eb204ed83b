import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import { oncePer } from '../../../contract/oncePer.ts';
import { itemTextsFunction } from './sqlFunctions.ts';

const fewValued = ['flag', 'bool', 'choice'];

const searchedItemFields = ({ of = {} }: Field) => Object.keys(of).filter((name) => of[name]?.search);

/** The searched fields. A list of items is one if a field of the items is. */
export const searchedOf = oncePer(({ fields }: Entity) =>
  Object.keys(fields).filter((name) => {
    const field = fields[name] as Field;
    return field.search || searchedItemFields(field).length > 0;
  }),
);

/** The searched names and codes beside the label, by which the palette finds records too. */
export const namesBesideLabel = oncePer((entity: Entity) =>
  searchedOf(entity).filter((name) => {
    const { search, of = {} } = entity.fields[name] as Field;
    const isNamed = [search, ...Object.values(of).map((field) => field.search)].some((how) => how && how !== true);
    return isNamed && name !== entity.label;
  }),
);

/** SQL of the text in which words are looked for. Of a list of items these are the values of their searched fields, one a line. */
export function searchedText({ fields }: Entity, name: string, column = quoted(name)): string {
  const names = searchedItemFields(fields[name] as Field).map((each) => `'${each}'`);
  return names.length === 0 ? column : `${itemTextsFunction}(${[column, ...names]})`;
}

/** The names that are also found by their pinyin and its initials. */
export const spelledOf = oncePer(({ fields }: Entity) =>
  Object.keys(fields).filter((name) => fields[name]?.search === 'spelled'),
);

/** The filters by which an entity's records are counted in advance: those with few values. */
export const talliedOf = oncePer(({ fields, isLog }: Entity) =>
  Object.keys(fields).filter((name) => {
    const { filter, virtual, kind = '' } = fields[name] ?? {};
    return filter && !virtual && (fewValued.includes(kind) || (kind === 'ref' && !isLog));
  }),
);

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
  /** For tables of derived rows. Indexes that the database itself maintains have none. */
  contents?: DerivedContents;
}

/** How derived rows are compared with the records, and made anew while others write. */
export interface DerivedContents {
  /** A query of what differs: `id` is that of a record, or of a row of the derived table. */
  differing: string;
  /** Statements that make the derived rows of the ids in the temporary table `mending` anew. */
  mend: string[];
  /** The statements make the whole table anew. */
  isWhole?: true;
}

export const mendingTable = 'mending';
export const isMending = (id: string) => `${id} in (select id from ${mendingTable})`;

/** Rows of either query that the other lacks. */
export const differenceOf = (one: string, other: string) =>
  `select * from (${one} except ${other}) as lacking union all select * from (${other} except ${one}) as surplus`;

/** Holds up writers of these records until the transaction ends. SQLite has one writer at a time. */
export const lockRecords = (entity: Entity, kind: 'sqlite' | 'postgres') =>
  kind === 'sqlite' ? [] : [`select id from ${quoted(entity.name)} where ${isMending('id')} order by id for update`];

export const quoted = (name: string) => `"${name}"`;
export const liveIn = ({ recycle }: Entity, row: string) => (recycle ? `${row}.deleted_at is null` : 'true');
