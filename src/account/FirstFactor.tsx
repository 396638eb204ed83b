import { useTranslate } from 'ra-core';
import type { Identity } from '../../authProvider/index.ts';
import { FactorChoice } from './FactorChoice.tsx';
import { GatePage } from './GatePage.tsx';

export function FirstFactor({ identity }: { identity: Identity }) {
  const translate = useTranslate();
  return (
    <GatePage title={translate('factor.title')} hint={translate('factor.first')}>
      <FactorChoice identity={identity} />
    </GatePage>
  );
}
