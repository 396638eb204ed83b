import type { RaRecord } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import type { Entity } from '../../contract/entity.ts';
import { listPath } from '../../contract/paths.ts';
import type { consoleZh } from '../../i18n/zh/console.ts';
import type { InputProps, ShowProps } from './common.ts';

/** The tabs that have a title in the messages. */
type TabKey = keyof (typeof consoleZh)['formTabs'];

/** One tab of a form: its text on the left, its settings on the right. */
export interface Tab<F extends string = string> {
  /** A message key or words; the default is the title of the tab's key. */
  title?: string;
  main: F[];
  side?: F[];
  /** Fields below both columns, over their whole width. */
  wide?: F[];
  /** Stands below its fields. */
  After?: ComponentType;
}

/** The fields of a tab, in the order of the page. */
export const fieldsOf = ({ main, side = [], wide = [] }: Tab) => [...main, ...side, ...wide];

/**
 * The list of an entity.
 * @example
 * list: { columns: ['title', 'url', 'status'], filters: ['status'], Aside: groupsBy('group_id') }
 */
interface ListDeclaration<F extends string = string> {
  /** The first column is the record's name and opens it. */
  columns: F[];
  /** Each must be declared `filter` in the contract. */
  filters?: F[];
  /** Replace the filters of the fields' kinds. */
  filterInputs?: Partial<Record<F, ComponentType<{ resource: Resource; name: string }>>>;
  /** More filters, before those of fields. */
  Filters?: ComponentType<{ resource: Resource }>;
  /** Fields that divide the list, in addition to references. A new record takes their values from the filters. */
  scope?: F[];
  /** The filters of a list that is opened for the first time; undefined while they load. */
  useDefaultFilter?: () => Record<string, unknown> | undefined;
  /**
   * The filter that is chosen beside the list: its name, its wording, and the values of other filters that only the
   * choice beside the list can name. Undefined while nothing is chosen there.
   */
  useScopeFilter?: (resource: Resource) => { name: string; word?: string; titles?: Record<string, string> } | undefined;
  /** Rendered beside the button that adds a record. */
  Tools?: ComponentType<{ resource: Resource }>;
  Aside?: ComponentType<{ resource: Resource }>;
  /** Wraps or replaces the list, which it gets as its children. */
  Body?: ComponentType<{ resource: Resource; children: ReactNode }>;
  /** Rendered in the bar of the selected rows, after edit and delete. */
  BulkActions?: ComponentType;
  /** Replaces the table. */
  Rows?: ComponentType<{ resource: Resource }>;
  /** Replaces the notice of an empty list. */
  Empty?: ComponentType<{ resource: Resource }>;
  /** The screen shows no tabs for the entities that share its route. */
  hideTabs?: true;
}

interface BesideForm {
  /** The message key of the button. */
  label: string;
  useIsOffered: () => boolean;
  Panel: ComponentType<{ onClose: () => void }>;
}

/**
 * The form of a record. A log has none.
 * @example
 * form: { tabs: { base: { main: ['title', 'url'], side: ['status', 'sort'] } }, inputs: { url: UrlInput } }
 */
interface FormDeclaration<F extends string = string, T = Partial<Record<TabKey, Tab<F>>>> {
  /** In their order; the first one is open. */
  tabs: T;
  /** The writing view shows the fields of `tab` at full width, and above them the field `title` of another tab. */
  writing?: { tab: string; title: F };
  /** Replace the inputs of the fields' kinds. */
  inputs?: Partial<Record<F, ComponentType<InputProps>>>;
  /** Labels of fields that are not declared, because their names are data. */
  labels?: Record<string, string>;
  /** A field whose value is also shown beside the save button. */
  footerField?: F;
  /** Rendered when a record is opened. */
  OpenEffect?: ComponentType;
  /** A panel beside the form, which a button in its footer opens. */
  beside?: BesideForm;
  /** The toast after a save is the server's own message (docs/contract.md, "Failures"). */
  showsReply?: true;
  /** The message key of an edit conflict, if it is not that of a record. */
  staleMessage?: string;
}

/**
 * The parts of a list row beside its columns: name, actions, dialogs.
 * @example
 * row: { Actions: CopyAddress, isUnread: ({ is_read }) => is_read === 0 }
 */
interface RowDeclaration {
  /** Returns a function that names a record otherwise than its first column does. */
  useNameOf?: () => (record: RaRecord) => string;
  /** Replaces the link that opens the record. */
  Name?: ComponentType;
  NameAdornment?: ComponentType;
  /** Unread rows are bold. */
  isUnread?: (record: Record<string, unknown>) => boolean;
  /** Actions before edit and delete. */
  Actions?: ComponentType<{ resource: Resource }>;
  /** Whether the administrator has the right to any of `Actions`; without it they are shown to everyone. */
  useHasActions?: () => boolean;
  /** Replaces the confirmation of a deletion. */
  DeleteDialog?: ComponentType<DeleteDialogProps>;
}

/**
 * Settings that hold for a record wherever it is shown.
 * @example
 * record: { displays: { live: AdState }, lockReasons: { delete: ({ built_in }) => (built_in ? 'access.builtIn' : undefined) } }
 */
interface RecordDeclaration<F extends string = string> {
  /** Replace the read-only display of the fields' kinds. */
  displays?: Partial<Record<F, ComponentType<ShowProps>>>;
  /** Message keys: why a record, or one of its fields, may not be edited or deleted in spite of the right to do so. */
  lockReasons?: Partial<
    Record<F | 'edit' | 'delete', (record: Record<string, unknown>, me: Identity | undefined) => string | undefined>
  >;
  /** Lists of related records beside the form: the entity, and its field that refers to the record. */
  related?: Record<string, string>;
  /** Replaces the fields of a log's record. */
  Detail?: ComponentType<{ resource: Resource }>;
  /**
   * The calls whose refusals make no toast (docs/contract.md, "Failures"). Errors at a field and edit conflicts are
   * shown all the same.
   */
  silent?: Silent;
}

/** The screens of an entity, in four groups. */
export interface Declaration<F extends string, T = Partial<Record<TabKey, Tab<F>>>> {
  list: ListDeclaration<F>;
  form?: FormDeclaration<F, T>;
  row?: RowDeclaration;
  record?: RecordDeclaration<F>;
}

/** `edits` silences edits alone, as for articles and galleries; `all` silences every call, as for the configuration. */
export type Silent = 'edits' | 'all';

export interface DeleteDialogProps {
  resource: Resource;
  record: { id: number } & Record<string, unknown>;
  onClose: () => void;
  /** Called before the dialog closes, for the record's own form. */
  onDeleted?: () => void;
}

/** An entity with its screens. Labels, inputs, checks and rights derive from the entity. */
export interface Resource extends Required<Declaration<string, Record<string, Tab>>> {
  name: string;
  entity: Entity;
  /** The route of its list below the router's base; several content models share a screen and stand below it. */
  path: string;
}

export function resource<E extends Entity>(
  entity: E,
  declaration: Declaration<Extract<keyof E['fields'], string>>,
): Resource {
  const groups = {
    form: { tabs: {} },
    row: {},
    record: {},
    ...(declaration as Declaration<string, Record<string, Tab>>),
  };
  return { ...groups, name: entity.name, entity, path: listPath(entity) };
}
