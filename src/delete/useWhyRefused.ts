import { useGetResourceLabel, useTranslate } from 'ra-core';
import type { Outcome } from '../../contract/calls/recycle.ts';

type Refused = Outcome['failed'][number];

/** Why something was refused for one record of many: at which fields and what of each, or in the back end's sentence. */
export function useWhyRefused(resource: string): (refused: Refused) => string {
  const translate = useTranslate();
  const nameOf = useGetResourceLabel();
  const fieldIn = (entity: string, name: string) => translate(`resources.${entity}.fields.${name}`, { _: '' });
  /** `skus.0.sku` is of the record's own `skus`, `product.skus.sku` of a product that hangs on it. */
  const label = (path: string) => {
    const [first = '', second = ''] = path.split('.');
    return fieldIn(resource, first) || [nameOf(first, 1), fieldIn(first, second)].filter(Boolean).join(' ');
  };
  return ({ msg, errors }) =>
    errors
      ? Object.entries(errors)
          .map(([name, error]) => translate('list.filterIs', { name: label(name), value: error }))
          .join(translate('list.and'))
      : msg;
}
