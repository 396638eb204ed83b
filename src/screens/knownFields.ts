import type { Resource, Tab } from '../resource.ts';
import { features } from '../services.ts';

/** The fields that the back end has. */
export const knownOf = ({ entity }: Resource, names: string[]) => names.filter((name) => features.knows(entity, name));

/** The tabs of a form with the fields that the back end has. */
export const knownTabs = (resource: Resource): [key: string, tab: Tab][] =>
  Object.entries(resource.form).map(([key, { main, side = [], wide = [], ...tab }]) => {
    const [beside, below] = [knownOf(resource, side), knownOf(resource, wide)];
    const parts = { ...(beside.length > 0 && { side: beside }), ...(below.length > 0 && { wide: below }) };
    return [key, { ...tab, main: knownOf(resource, main), ...parts }];
  });
