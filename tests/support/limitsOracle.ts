/**
 * Says what a role with limits must see and may change, in the plainest words that are possible. It is written from the
 * description of limits (docs/contract.md, "Limits of a role"), not from the way in which the server does it.
 */

export type Model = 'article' | 'product';

export interface Column {
  id: number;
  pid: number;
  model: Model;
}

export interface Content {
  id: number;
  entity: Model;
  column: number;
  maker: number;
  title: string;
  isDeleted: boolean;
  isDraft: boolean;
  /** The values that were last written into it, by field. */
  values: Record<string, string>;
}

export interface Role {
  /** The id of its one administrator. */
  admin: number;
  /** The columns to which the role is limited; with none it is not limited. */
  columns: number[];
  ownOnly: boolean;
  fields: Record<Model, Record<string, 'hidden' | 'read'>>;
}

export interface World {
  columns: Column[];
  contents: Content[];
}

/** A column and all that are below it. */
function branchOf(world: World, id: number): number[] {
  return [id, ...world.columns.filter(({ pid }) => pid === id).flatMap((column) => branchOf(world, column.id))];
}

export const columnsOf = (world: World, role: Role): number[] =>
  role.columns.length === 0
    ? world.columns.map(({ id }) => id)
    : world.columns.map(({ id }) => id).filter((id) => role.columns.some((top) => branchOf(world, top).includes(id)));

export const isTheirs = (world: World, role: Role, content: Content): boolean =>
  columnsOf(world, role).includes(content.column) && (!role.ownOnly || content.maker === role.admin);

/**
 * The contents of a model that lists, searches, totals and exports show, perhaps only those of one column and the
 * columns below it.
 */
export const visibleContents = (world: World, role: Role, entity: Model, column?: number): Content[] =>
  world.contents.filter(
    (content) =>
      content.entity === entity &&
      !content.isDeleted &&
      isTheirs(world, role, content) &&
      (column === undefined || branchOf(world, column).includes(content.column)),
  );

/** The contents of a model that the recycle bin shows. */
export const recycledContents = (world: World, role: Role, entity: Model): Content[] =>
  world.contents.filter((content) => content.entity === entity && content.isDeleted && isTheirs(world, role, content));

export const isHidden = (role: Role, entity: Model, field: string) => role.fields[entity][field] === 'hidden';

/** Whether a write of this field into this record is accepted. */
export const mayWrite = (world: World, role: Role, content: Content, field: string): boolean =>
  isTheirs(world, role, content) && !content.isDeleted && role.fields[content.entity][field] === undefined;

/** Whether a new record may be put into this column. */
export const mayAdd = (world: World, role: Role, column: number): boolean => columnsOf(world, role).includes(column);
