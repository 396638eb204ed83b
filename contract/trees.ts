import type { Entity } from './entity.ts';

type Declared = Pick<Entity, 'fields' | 'calls' | 'tree'>;

/** The name under which a record of a tree holds those below it; undefined of what is no tree. */
export const childrenName = ({ calls, tree }: Declared) => calls.list.children ?? (tree ? 'children' : undefined);

/** The fields that divide an entity's records into several trees: a branch stays within its own. */
export const treeFields = ({ fields }: Declared) => Object.keys(fields.pid?.match ?? {});
