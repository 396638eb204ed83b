import type { RaRecord } from 'ra-core';
import { getWorkingCopy } from '../../contract/calls/publishing.ts';
import type { Field } from '../../contract/fields.ts';
import { features } from '../services/services.ts';
import { isEmpty } from '../utils/values.ts';
import type { Resource, Tab } from './resource.ts';

export const supportedFields = ({ entity }: Resource, names: string[]) =>
  names.filter((name) => features.knows(entity, name));

/** The fields of the back end, without counts that none of the rows has: the specification does not ask for them. */
export const visibleColumns = (resource: Resource, names: string[], rows: readonly RaRecord[]) =>
  supportedFields(resource, names).filter((name) => {
    const { kind, virtual } = resource.entity.fields[name] as Field;
    const isCount = virtual && kind === 'int';
    return !isCount || features.has('ownFields') || rows.some((row) => !isEmpty(row[name]));
  });

/** The tabs of a form with the fields of the back end; for a new record, those of its create call. */
export const knownTabs = (resource: Resource, isNew = false): [key: string, tab: Tab][] => {
  const create = (isNew && resource.entity.calls.create) || {};
  const known = (names: string[]) => supportedFields(resource, names).filter((name) => features.knows(create, name));
  return Object.entries(resource.form.tabs).map(([key, { main, side = [], wide = [], ...tab }]) => {
    const [beside, below] = [known(side), known(wide)];
    const parts = { ...(beside.length > 0 && { side: beside }), ...(below.length > 0 && { wide: below }) };
    return [key, { ...tab, main: known(main), ...parts }];
  });
};

/** Whether the back end keeps working copies of the resource's records. */
export const hasWorkingCopies = ({ entity }: Resource) =>
  entity.fields.has_changes !== undefined && features.offers(getWorkingCopy);
