import type { Identity } from '../../authProvider/index.ts';
import { fieldsOf, type Resource, type Tab } from './resource.ts';

/** A resource without the fields that the administrator's role hides; the server neither answers nor takes them. */
export function limitedResource(resource: Resource, me: Identity | undefined): Resource {
  const limits = me?.field_limits?.[resource.name] ?? {};
  const isShown = (name: string) => limits[name] !== 'hidden';
  if (Object.keys(limits).every(isShown)) return resource;
  const { entity, list, form } = resource;
  const fields = Object.fromEntries(Object.entries(entity.fields).filter(([name]) => isShown(name)));
  const tabs = Object.entries(form.tabs)
    .map(([key, tab]): [string, Tab] => [
      key,
      {
        ...tab,
        main: tab.main.filter(isShown),
        ...(tab.side && { side: tab.side.filter(isShown) }),
        ...(tab.wide && { wide: tab.wide.filter(isShown) }),
      },
    ])
    .filter(([, tab]) => fieldsOf(tab).length > 0);
  return {
    ...resource,
    entity: { ...entity, fields },
    list: { ...list, columns: list.columns.filter(isShown), filters: list.filters?.filter(isShown) ?? [] },
    form: { ...form, tabs: Object.fromEntries(tabs) },
  };
}
