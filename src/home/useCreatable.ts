import { useCanAccessResources, useGetResourceLabel, useTranslate } from 'ra-core';
import { isCounted } from '../../contract/index.ts';
import { resources } from '../resources/index.ts';
import { basename } from '../services/services.ts';
import { inSentence } from '../utils/format.ts';

const withCreate = resources.filter(({ entity }) => entity.calls.create && isCounted(entity));
const names = withCreate.map(({ name }) => name);

interface Creatable {
  name: string;
  /** The content model, where it is one. */
  model: string | undefined;
  label: string;
  to: string;
}

/** What the role may create and where; while that is not known yet, all that anyone may. */
export function useCreatable(): { isPending: boolean; creatable: Creatable[] } {
  const translate = useTranslate();
  const labelOf = useGetResourceLabel();
  const { canAccess, isPending } = useCanAccessResources({ action: 'create', resources: names });
  const creatable = withCreate
    .filter(({ name }) => isPending || canAccess?.[name])
    .map(({ name, entity, path }) => ({
      name,
      model: entity.model,
      label: translate('list.add', { name: inSentence(labelOf(name, 1)) }),
      to: `${basename}${path}/create`,
    }));
  return { isPending, creatable };
}
