import { Chip, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ShowProps } from '../fields/shows.tsx';

/** What stands behind a rule's path; one that guards nothing stands out. A back end that is not ours does not tell. */
export function Guards({ name, record }: ShowProps) {
  const translate = useTranslate();
  const guards = record[name];
  if (!guards) return null;
  const label = translate(`resources.rule.choices.guards.${guards}`);
  if (guards !== 'nothing') return <Chip size="small" variant="outlined" label={label} />;
  return (
    <Tooltip describeChild title={translate('access.guardsNothing')}>
      <Chip size="small" color="warning" label={label} />
    </Tooltip>
  );
}
