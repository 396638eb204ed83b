import type { Call, Full, Given } from './call.ts';
import { choice, type Field, type Fields, int, json, ref, refs, text, time } from './fields.ts';
import { type RefTitles, referencesOf, refTitlesName } from './refTitles.ts';

/** What an entity's own calls do. `create`, `update` and `delete` write; `all` gives every record, for choosing one. */
export type Role = 'list' | 'all' | 'create' | 'update' | 'delete';
/** Every entity is listed. */
type Calls = { list: Call } & Partial<Record<Role, Call>>;

interface Declaration<F extends Fields, C> {
  /** What one record is called, in the product's first language: rule titles and the log are made of it. */
  title: string;
  /** The route that shows it; the path of its screen's rule. */
  screen: string;
  /** Where the menu shows the screen. */
  menu?: {
    group: MenuGroup;
    icon: string;
    /** A message key, where its title is not what its records are called. */
    title?: string;
  };
  /** The segment below `screen` where it is, beside the entity that the screen is of. */
  sub?: string;
  /** The field that names a record to a person. */
  label: keyof F & string;
  fields: F;
  /** The fields that a client may count on where the specification lists them all; the rest are of the extension `list`. */
  named?: readonly string[];
  calls: C;
  /** The content model (docs/contract.md, "Values") that it is; several models share one screen. */
  model?: string;
  /** The console's search for records leaves it out. */
  unsearched?: true;
  /** Deleting sends it to the recycle bin. */
  recycle?: true;
  /** The newest come first where `sort` is equal. */
  newestFirst?: true;
  /** The flag whose records come before all others in the list's own order. */
  pinned?: string;
  /** Its list takes `from` and `to`: the times between which this field lies, both included. */
  dated?: string;
  /** Its records form a tree by `pid`; `all` answers them in tree order, each with its `level`. */
  tree?: true;
}

/** Whether all its records are had at once, to choose one from; those of any other entity are searched. */
export const hasAll = ({ calls }: Pick<Entity, 'calls'>): boolean => Boolean(calls.all ?? calls.list.whole);

/** What every entity has beside its own fields. */
export const systemFields = {
  sort: int({ default: 0, min: -1_000_000_000, max: 1_000_000_000, sortable: true }),
  version: int({ required: true, computed: true }),
  create_time: time({ computed: true, sortable: true }),
  update_time: time({ computed: true, sortable: true }),
} as const;
type SystemFields = typeof systemFields;

/** What a row of a log has: it is written once, by the server. */
const logFields = { create_time: time({ required: true, computed: true, sortable: true }) } as const;
type LogFields = typeof logFields;

export interface Entity<N extends string = string, F extends Fields = Fields, C extends Calls = Calls>
  extends Omit<Declaration<F, C>, 'calls'> {
  name: N;
  /** The server alone writes it; it has no version and no order of its own. */
  isLog?: true;
  calls: { [R in keyof C]: Call & NonNullable<C[R]> };
}

/**
 * Declares an entity: its fields are the columns of its table, the sources of its forms and the names on the wire.
 * `sort`, `version`, `create_time` and `update_time` are added; each call's parameters are derived from the fields.
 */
export function entity<const N extends string, const F extends Fields, const C extends Calls>(
  name: N,
  declaration: Declaration<F, C>,
): Entity<N, F & SystemFields, C> {
  return completed(name, declaration as AnyDeclaration, systemFields) as unknown as Entity<N, F & SystemFields, C>;
}

/**
 * Declares what the server alone writes and nobody changes: a log, a record of what happened. Its list is the newest
 * first and takes `from` and `to` (docs/contract.md, "Calls").
 */
export function log<const N extends string, const F extends Fields, const C extends Calls>(
  name: N,
  declaration: Declaration<F, C>,
): Entity<N, F & LogFields, C> {
  const made = completed(name, { ...declaration, dated: 'create_time' } as AnyDeclaration, logFields);
  return { ...made, isLog: true } as unknown as Entity<N, F & LogFields, C>;
}

type AnyDeclaration = Omit<Declaration<Fields, object>, 'label'>;

function completed(name: string, declaration: AnyDeclaration, added: Fields) {
  const fields: Fields = { ...declaration.fields, ...added };
  const calls = Object.entries(declaration.calls as Partial<Record<Role, Call>>).map(([role, call]) => [
    role,
    completeCall[role as Role](role === 'list' && declaration.dated ? between(call) : call, fields, declaration.title),
  ]);
  return { ...declaration, name, fields, calls: Object.fromEntries(calls) };
}

const between = (list: Call): Call => ({ ...list, params: { ...times, ...list.params } });
/** What a list of dated records is narrowed by beside its filters. */
export const times = { from: time(), to: time() };

/** The one call of an entity that adds and edits: what both take, told apart by `id`. */
export function saveCall(entity: Pick<AnyDeclaration, 'title'>, create: Call, update: Call): Call {
  return {
    ...update,
    title: `保存${entity.title}`,
    params: { ...create.params, ...update.params, id: ref('') },
    returns: { ...(create.returns as Fields), ...(update.returns as Fields) },
    draft: Object.keys(create.params).filter((name) => create.params[name]?.required),
  };
}

const completeCall: Record<Role, (call: Call, fields: Fields, title: string) => Call> = {
  list: (call, fields, title) => ({
    ...call,
    title: call.title || `${title}列表`,
    params: { ...(!call.whole && renamed(listParams(fields), call.rename)), ...call.params },
    sparse: true,
    returns: call.whole ? [rowFields(fields)] : { page: rowFields(fields) },
  }),
  all: (call, fields, title) => ({
    ...call,
    title: call.title || `全部${title}`,
    sparse: true,
    returns: [rowFields(fields)],
  }),
  create: (call, fields, title) => ({
    ...call,
    title: call.title || `新增${title}`,
    writes: true,
    params: { ...writableFields(fields), ...call.params },
    returns: { id: int() },
  }),
  update: (call, fields, title) => ({
    ...call,
    title: call.title || `编辑${title}`,
    writes: true,
    params: {
      id: int({ required: true, min: 1 }),
      version: int({ min: 0 }),
      ...mapFields(writableFields(fields), partial),
      ...call.params,
    },
    returns: { id: int(), version: int() },
  }),
  delete: (call, _fields, title) => ({
    ...call,
    title: call.title || `删除${title}`,
    writes: true,
    params: { [call.id ?? 'id']: int({ required: true, min: 1 }), ...call.params },
  }),
};

/** How many ids a list takes at once (docs/contract.md, "Requests and replies"). */
export const mostIds = 100;

/** The parameters that every list takes (docs/contract.md, "Requests and replies"), with the filters and sort fields of these fields. */
export function listParams(fields: Fields): Fields {
  const sortable = ['id', ...Object.keys(fields).filter((name) => fields[name]?.sortable)];
  const searched = Object.values(fields).some((field) => field.search);
  return {
    ...mapFields(
      pickFields(fields, (field) => field.filter),
      bare,
    ),
    page: int({ min: 1 }),
    limit: int({ min: 1, max: 100 }),
    sort: choice(sortable),
    order: choice(['asc', 'desc']),
    ids: refs('', { max: mostIds }),
    ...(searched && { searchKey: text(100) }),
  };
}

/** What a generic call may narrow and sort an entity's list by, under the names of its fields. */
export function filterParams({ fields, dated }: Pick<Entity, 'fields' | 'dated'>): Fields {
  const { page: _page, limit: _limit, ...params } = listParams(fields);
  return { ...params, ...(dated && times) };
}

/** The fields that a client may write. */
export function writableFields(fields: Fields): Fields {
  return pickFields(fields, (field) => !field.computed);
}

function rowFields(fields: Fields): Fields {
  return {
    id: int(),
    ...pickFields(fields, (field) => !field.writeOnly),
    ...(referencesOf(fields).length > 0 && { [refTitlesName]: json<RefTitles>()({ computed: true, virtual: true }) }),
  };
}

function pickFields(fields: Fields, keep: (field: Field) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => keep(field)));
}

function renamed(fields: Fields, names: Call['rename'] = {}): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [names[name] ?? name, field]));
}

function mapFields(fields: Fields, change: (field: Field) => Field): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]));
}

/** An edit is partial: what must be filled may be absent, but not empty. */
function partial({ required, ...field }: Field): Field {
  return required ? { ...field, filled: true } : field;
}

/** A filter holds no more than the kind and the values that can be asked for. */
function bare({ kind, max, values, entity }: Field): Field {
  return { kind, ...(max && { max }), ...(values && { values }), ...(entity && { entity }) };
}

type KeysOf<F extends Fields, Mark> = { [N in keyof F]: F[N] extends Mark ? N : never }[keyof F];

/** A record as it is read: every field but those that are only ever written. */
export type Row<E extends Entity> = { id: number } & Full<Omit<E['fields'], KeysOf<E['fields'], { writeOnly: true }>>>;

/** A record as it is created: required fields must be there, those that the server computes may not. */
export type Draft<E extends Entity> = Given<Omit<E['fields'], KeysOf<E['fields'], { computed: true }>>>;

/** What may be changed of a record; with `version`, only while the record still has it. */
export type Changes<E extends Entity> = Partial<Draft<E>> & { version?: number };

/** What a list may be narrowed by. */
export type Filter<E extends Entity> = {
  [N in KeysOf<E['fields'], { filter: true }>]?: Row<E>[N & keyof Row<E>];
} & { searchKey?: string };

/** The groups that entities put their screens in. */
export type MenuGroup = 'structure' | 'site' | 'content' | 'users' | 'access' | 'system' | 'logs';
