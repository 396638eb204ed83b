import type { RaRecord } from 'ra-core';
import type { Field } from '../../contract/fields.ts';
import { features } from '../services/services.ts';
import { isEmpty } from '../utils/values.ts';
import type { Resource, Tab } from './resource.ts';

/** The fields that the back end has. */
export const supportedFields = ({ entity }: Resource, names: string[]) =>
  names.filter((name) => features.knows(entity, name));

/** The fields that the back end has, but for numbers that none of these rows tells: the specification asks for no count. */
export const visibleColumns = (resource: Resource, names: string[], rows: readonly RaRecord[]) =>
  supportedFields(resource, names).filter((name) => {
    const { kind, virtual } = resource.entity.fields[name] as Field;
    const isCount = virtual && kind === 'int';
    return !isCount || features.has('ownFields') || rows.some((row) => !isEmpty(row[name]));
  });

/** The tabs of a form with the fields that the back end has; a new record’s with those that its create call takes. */
export const knownTabs = (resource: Resource, isNew = false): [key: string, tab: Tab][] => {
  const create = (isNew && resource.entity.calls.create) || {};
  const known = (names: string[]) => supportedFields(resource, names).filter((name) => features.knows(create, name));
  return Object.entries(resource.form.tabs).map(([key, { main, side = [], wide = [], ...tab }]) => {
    const [beside, below] = [known(side), known(wide)];
    const parts = { ...(beside.length > 0 && { side: beside }), ...(below.length > 0 && { wide: below }) };
    return [key, { ...tab, main: known(main), ...parts }];
  });
};
