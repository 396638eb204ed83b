import { entityList } from '../../contract/index.ts';
import type { Feature } from '../../server/engine/hooks.ts';
import { features } from '../../server/features.ts';
import { madeTable } from './madeTable.ts';

const hooks = ['mayWrite', 'beforeWrite', 'check', 'afterWrite', 'readable', 'derived', 'revert'] as const;

export const hooksTable = madeTable('architecture.md', 'hooks', ['feature', 'about', 'hooks'], () =>
  features.map((feature) => [`\`${feature.name}\``, about(feature), hooksOf(feature)]),
);

function about({ isAbout }: Feature): string {
  const names = entityList.filter(isAbout).map(({ name }) => name);
  return names.length === entityList.length ? 'every entity' : names.join(', ');
}

const hooksOf = (feature: Feature): string =>
  hooks
    .filter((hook) => feature[hook])
    .map((hook) => (hook === 'derived' ? `derived: ${Object.keys(feature.derived ?? {}).join(', ')}` : hook))
    .join('; ');
