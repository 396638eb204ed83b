import type { RaRecord } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import type { Entity } from '../../contract/entity.ts';
import { listPath } from '../../contract/paths.ts';
import type { InputProps, ShowProps } from './common.ts';

/** One tab of a form: its text on the left, its settings on the right. */
export interface Tab<F extends string = string> {
  /** Its title as a message key or in words, where that is not `form.` and its own key. */
  title?: string;
  main: F[];
  side?: F[];
  /** Below both, over their whole width. */
  wide?: F[];
  /** Stands below its fields. */
  After?: ComponentType;
}

/** The fields of a tab, in the order of the page. */
export const fieldsOf = ({ main, side = [], wide = [] }: Tab) => [...main, ...side, ...wide];

export interface Declaration<F extends string> {
  /** The columns of the list; the first one is the record's name and opens it. */
  list: F[];
  /** The fields offered as filters; each must be declared `filter` in the contract. */
  filters?: F[];
  /** More filters, before those of fields. */
  Filters?: ComponentType<{ resource: Resource }>;
  /** The form's tabs in order, the first one open; keys are message keys `form.<key>`. A log has none. */
  form: Record<string, Tab<F>>;
  /** The field that is told beside the save button too: what it holds matters, and it may be out of sight. */
  footerField?: F;
  /** Fields by which the list is divided, beside references: a new record takes them from what is listed. */
  scope?: F[];
  /** Inputs of its own for fields whose kind's does not do. */
  inputs?: Partial<Record<F, ComponentType<InputProps>>>;
  /** Shows fields in the list otherwise than their kinds are shown. */
  listFields?: Partial<Record<F, ComponentType<ShowProps>>>;
  /** Says a record's name in the list otherwise than it is stored. */
  useNameOf?: () => (record: RaRecord) => string;
  /** Stands behind a record's name in the list. */
  NameAdornment?: ComponentType;
  /** What stands beside the button that adds a record. */
  ListActions?: ComponentType<{ resource: Resource }>;
  /** What the panel of a log's record shows, in place of its fields. */
  Detail?: ComponentType<{ resource: Resource }>;
  /** Lists of what belongs to a record, tabs beside its form: the entity, and its field that refers to the record. */
  related?: Record<string, string>;
  /** The labels of fields that are data, and not declared. */
  labels?: Record<string, string>;
  /**
   * The calls whose refusals make no toast (docs/contract.md, "Failures"); what is wrong at a field, and that someone else saved
   * first, is shown all the same.
   */
  silent?: Silent;
  /** What is said of an edit, where it is not what is said of every other (docs/contract.md, "Failures"). */
  edit?: EditSays;
  /** What happens when a record is opened. */
  OpenEffect?: ComponentType;
  /** Rows that wait for someone: they stand out. */
  isUnread?: (record: Record<string, unknown>) => boolean;
  /** Stands in the place of the list, which it gets as its children. */
  Body?: ComponentType<{ resource: Resource; children: ReactNode }>;
  /**
   * Why a record, or one field of it, may not be changed or deleted though one has the right, as a message key: asked
   * by `edit`, `delete` and the names of fields.
   */
  lockReasons?: Partial<
    Record<F | 'edit' | 'delete', (record: Record<string, unknown>, me: Identity | undefined) => string | undefined>
  >;
  /** Shows the rows of a page otherwise than as a table. */
  Rows?: ComponentType<{ resource: Resource }>;
  /** Stands in the place of the list while there is nothing in it. */
  Empty?: ComponentType<{ resource: Resource }>;
  /** Its screen has no tabs: what else stands there is reached from within. */
  hideTabs?: true;
  /** More actions of a row, before edit and delete. */
  Actions?: ComponentType<{ resource: Resource }>;
  /** What the list is narrowed by at first; undefined until that is known. */
  useDefaultFilter?: () => Record<string, unknown> | undefined;
  /** Stands beside the list. */
  Aside?: ComponentType<{ resource: Resource }>;
  /**
   * Where one stands in what stands beside the list: the filter's name, how that is said, and what is said of other
   * filters that only the place can name; undefined where that is all of it.
   */
  useScopeFilter?: (resource: Resource) => { name: string; word: string; titles?: Record<string, string> } | undefined;
  /** Asks before a deletion, where deleting one record takes more than a yes. */
  DeleteDialog?: ComponentType<DeleteDialogProps>;
}

/** Edits alone, as of articles and galleries; or all, as in the screens of the configuration. */
export type Silent = 'edits' | 'all';

interface EditSays {
  /** The toast of a saved one is the server's own message. */
  saved?: 'message';
  /** That someone else saved first, as a message key, where it is not said of a record. */
  stale?: string;
}

export interface DeleteDialogProps {
  resource: Resource;
  record: { id: number } & Record<string, unknown>;
  onClose: () => void;
}

/** An entity's screens, by declaration. Labels, columns, inputs, checks and rights derive from the entity. */
export interface Resource extends Declaration<string> {
  name: string;
  entity: Entity;
  /** The route of its list below the router's base; several content models share a screen and stand below it. */
  path: string;
}

export function resource<E extends Entity>(
  entity: E,
  declaration: Declaration<Extract<keyof E['fields'], string>>,
): Resource {
  return { ...(declaration as Declaration<string>), name: entity.name, entity, path: listPath(entity) };
}
