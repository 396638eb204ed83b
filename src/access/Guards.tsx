import { Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { StateChip } from '../fields/StateChip.tsx';
import type { ShowProps } from '../fields/shows.tsx';

/** What stands behind a rule's path; one that guards nothing stands out. A back end that is not ours does not tell. */
export function Guards({ name, record }: ShowProps) {
  const translate = useTranslate();
  const guards = record[name];
  if (!guards) return null;
  const label = translate(`resources.rule.choices.guards.${guards}`);
  if (guards !== 'nothing') return <StateChip label={label} />;
  return (
    <Tooltip describeChild title={translate('access.guardsNothing')}>
      <span>
        <StateChip label={label} wants="attention" />
      </span>
    </Tooltip>
  );
}
