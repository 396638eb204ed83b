import type { Call, Full, Given } from './call.ts';
import type { RecordCheck } from './contradictions.ts';
import {
  choice,
  type Field,
  type Fields,
  int,
  json,
  type RefTitles,
  ref,
  referencesOf,
  refs,
  refTitlesName,
  text,
  time,
} from './fields.ts';

/**
 * Names of an entity's own calls. `create`, `update` and `delete` write; `all` returns every record, for choosing one.
 */
export type CallName = 'list' | 'all' | 'create' | 'update' | 'delete';
type Calls = { list: Call } & Partial<Record<CallName, Call>>;

interface Declaration<F extends Fields, C> {
  /** The noun for one record in the product's first language. */
  title: string;
  /** The route of its screen, which is also the path of the screen's rule. */
  screen: string;
  menu?: {
    group: MenuGroup;
    icon: IconName;
    /** A message key for the menu title, if it differs from the name of its records. */
    title?: string;
  };
  /** The route segment below `screen`, if the screen belongs to another entity. */
  sub?: string;
  label: keyof F & string;
  /** A text that references show instead of `label` if it is not empty. */
  nickname?: keyof F & string;
  fields: F;
  checks?: readonly RecordCheck[];
  /** The fields that the specification lists for this entity. All other fields need the extension `list`. */
  named?: readonly string[];
  calls: C;
  /** The content model (docs/contract.md, "Values"). Several models share one screen. */
  model?: string;
  unsearched?: true;
  recycle?: true;
  /** Records with equal `sort` are listed newest first. */
  newestFirst?: true;
  /** Name of a flag. In default order, records with the flag come first. */
  pinned?: string;
  /** The list takes `from` and `to` (both inclusive), which limit this time field. */
  dated?: string;
  tree?: true;
  /** The maximum of records outside the recycle bin; with `per`, of those with the same value of that field. */
  maxRecords?: { count: number; per?: string };
}

/** Whether choices of this entity can be loaded all at once. For other entities they are searched. */
export const hasAll = ({ calls }: Pick<Entity, 'calls'>): boolean => Boolean(calls.all ?? calls.list.whole);

export const systemFields = {
  sort: int({ default: 0, min: -1_000_000_000, max: 1_000_000_000, sortable: true }),
  version: int({ required: true, computed: true }),
  create_time: time({ computed: true, sortable: true }),
  update_time: time({ computed: true, sortable: true }),
} as const;
type SystemFields = typeof systemFields;

const logFields = { create_time: time({ required: true, computed: true, sortable: true }) } as const;
type LogFields = typeof logFields;

export interface Entity<N extends string = string, F extends Fields = Fields, C extends Calls = Calls>
  extends Omit<Declaration<F, C>, 'calls'> {
  name: N;
  /** Only the server writes records. They have no `version` and no `sort`. */
  isLog?: true;
  calls: { [R in keyof C]: Call & NonNullable<C[R]> };
}

/**
 * Declares an entity. Its fields are table columns, form sources and names on the wire, and give the calls parameters.
 */
export function entity<const N extends string, const F extends Fields, const C extends Calls>(
  name: N,
  declaration: Declaration<F, C>,
): Entity<N, F & SystemFields, C> {
  return completed(name, declaration as AnyDeclaration, systemFields) as unknown as Entity<N, F & SystemFields, C>;
}

/** Declares a log. Its list is newest first and takes `from` and `to`. */
export function log<const N extends string, const F extends Fields, const C extends Calls>(
  name: N,
  declaration: Declaration<F, C>,
): Entity<N, F & LogFields, C> {
  const complete = completed(name, { ...declaration, dated: 'create_time' } as AnyDeclaration, logFields);
  return { ...complete, isLog: true } as unknown as Entity<N, F & LogFields, C>;
}

type AnyDeclaration = Omit<Declaration<Fields, object>, 'label'>;

function completed(name: string, declaration: AnyDeclaration, added: Fields) {
  const fields: Fields = { ...declaration.fields, ...added };
  const declared = Object.entries(declaration.calls) as [CallName, Call][];
  const calls = declared.map(([callName, call]) => {
    const dated = callName === 'list' && declaration.dated ? { ...call, params: { ...times, ...call.params } } : call;
    const title = call.title || titleOf[callName](declaration.title);
    return [callName, { ...dated, title, ...derivedOf[callName](dated, fields) }];
  });
  return { ...declaration, name, fields, calls: Object.fromEntries(calls) };
}

export const times = { from: time(), to: time() };

/** Joins two calls into one that edits the record with the `id`, or creates one if no `id` is sent. */
export function saveCall(entity: Pick<AnyDeclaration, 'title'>, create: Call, update: Call): Call {
  return {
    ...update,
    title: `保存${entity.title}`,
    params: { ...create.params, ...update.params, id: ref('') },
    returns: { ...(create.returns as Fields), ...(update.returns as Fields) },
    draft: Object.keys(create.params).filter((name) => create.params[name]?.required && !create.madeUp?.includes(name)),
  };
}

const titleOf: Record<CallName, (noun: string) => string> = {
  list: (noun) => `${noun}列表`,
  all: (noun) => `全部${noun}`,
  create: (noun) => `新增${noun}`,
  update: (noun) => `编辑${noun}`,
  delete: (noun) => `删除${noun}`,
};

const derivedOf: Record<CallName, (call: Call, fields: Fields) => Partial<Call>> = {
  list: (call, fields) => ({
    params: { ...(!call.whole && renamed(listParams(fields), call.rename)), ...call.params },
    sparse: true,
    returns: call.whole ? [rowFields(fields)] : { page: rowFields(fields) },
  }),
  all: (_call, fields) => ({ sparse: true, returns: [rowFields(fields)] }),
  create: (call, fields) => ({
    writes: true,
    params: { ...writableFields(fields), ...call.params },
    returns: { id: int() },
  }),
  update: (call, fields) => ({
    writes: true,
    params: {
      id: int({ required: true, min: 1 }),
      version: int({ min: 0 }),
      ...mapFields(writableFields(fields), partial),
      ...call.params,
    },
    returns: { id: int(), version: int() },
  }),
  delete: (call) => ({
    writes: true,
    params: { [call.id ?? 'id']: int({ required: true, min: 1 }), ...call.params },
  }),
};

export const maxIds = 100;

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
    ids: refs('', { max: maxIds }),
    ...(searched && { searchKey: text(100) }),
  };
}

export function filterParams({ fields, dated }: Pick<Entity, 'fields' | 'dated'>): Fields {
  const { page: _page, limit: _limit, ...params } = listParams(fields);
  return { ...params, ...(dated && times) };
}

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

/** Edits are partial: a required field may be missing, but not empty. */
function partial({ required, ...field }: Field): Field {
  return required ? { ...field, filled: true } : field;
}

function bare({ kind, max, values, entity }: Field): Field {
  return { kind, ...(max && { max }), ...(values && { values }), ...(entity && { entity }) };
}

type KeysOf<F extends Fields, Mark> = { [N in keyof F]: F[N] extends Mark ? N : never }[keyof F];

export type Row<E extends Entity> = { id: number } & Full<Omit<E['fields'], KeysOf<E['fields'], { writeOnly: true }>>>;

export type Draft<E extends Entity> = Given<Omit<E['fields'], KeysOf<E['fields'], { computed: true }>>>;

/** The changes of an edit. With `version` the edit is refused if the record has another version by now. */
export type Changes<E extends Entity> = Partial<Draft<E>> & { version?: number };

export type Filter<E extends Entity> = {
  [N in KeysOf<E['fields'], { filter: true }>]?: Row<E>[N & keyof Row<E>];
} & { searchKey?: string };

export type MenuGroup = 'structure' | 'site' | 'content' | 'users' | 'access' | 'system' | 'logs';

export type IconName =
  | 'home'
  | 'site'
  | 'tree'
  | 'article'
  | 'product'
  | 'atlas'
  | 'media'
  | 'video'
  | 'down'
  | 'recruitment'
  | 'single'
  | 'message'
  | 'category'
  | 'size'
  | 'params'
  | 'nav'
  | 'ad'
  | 'users'
  | 'history'
  | 'star'
  | 'log'
  | 'server'
  | 'status'
  | 'backup'
  | 'visits'
  | 'recycle'
  | 'agreement'
  | 'admin'
  | 'role'
  | 'rule'
  | 'config'
  | 'tune'
  | 'extension'
  | 'template'
  | 'link';

type Declared = Pick<Entity, 'fields' | 'calls' | 'tree'>;

/** The property under which a tree record's children are nested; undefined for other entities. */
export const childrenName = ({ calls, tree }: Declared) => calls.list.children ?? (tree ? 'children' : undefined);

/** A tree may have at most so many levels. Deeper records that exist already stay. */
export const maxTreeLevels = 32;

/** The fields that divide an entity's records into separate trees. A branch cannot move to another tree. */
export const treeFields = ({ fields }: Declared) => Object.keys(fields.pid?.match ?? {});
