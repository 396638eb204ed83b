import type { Entity } from './entity.ts';

type Declared = Pick<Entity, 'fields' | 'calls' | 'tree'>;

/** The property under which a tree record's children are nested; undefined for other entities. */
export const childrenName = ({ calls, tree }: Declared) => calls.list.children ?? (tree ? 'children' : undefined);

/** The fields that divide an entity's records into separate trees. A branch cannot move to another tree. */
export const treeFields = ({ fields }: Declared) => Object.keys(fields.pid?.match ?? {});
