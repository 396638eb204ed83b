import { Box, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { rule } from '../../contract/entities/rule.ts';
import type { ShowProps } from '../declaration/common.ts';
import { resource } from '../declaration/resource.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { listFields } from '../fields/listFields.tsx';
import { sizes } from '../theme/index.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { StateChip } from '../ui/StateChip.tsx';

/** The system's own rules keep path and parent; the system restores one that is deleted. */
const ifBuiltIn =
  (why: string) =>
  ({ guards }: Record<string, unknown>) =>
    guards === 'screen' || guards === 'call' ? why : undefined;

export const ruleResource = resource(rule, {
  list: {
    columns: ['title', 'path', 'guards', 'show', 'sort'],
    Body: lazyComponent(() => withTexts(import('../access/MissingRules.tsx').then((module) => module.MissingRules))),
  },
  form: {
    tabs: { base: { main: ['title', 'path', 'pid'], side: ['show', 'guards', 'sort'] } },
    inputs: {
      pid: lazyInput(
        () => import('../access/FirstLevelRuleInput.tsx').then((module) => module.FirstLevelRuleInput),
        sizes.formRow,
      ),
    },
  },
  record: {
    displays: { guards: Guards, show: ShowOfRule },
    lockReasons: {
      delete: ifBuiltIn('roleForm.ruleBrought'),
      path: ifBuiltIn('roleForm.pathFixed'),
      pid: ifBuiltIn('roleForm.pathFixed'),
    },
  },
});

/** Shows what a rule guards, and highlights one that guards nothing. Other back ends do not send this field. */
export function Guards({ name, record }: ShowProps) {
  const translate = useTranslate();
  const guards = record[name];
  if (!guards) return null;
  const label = translate(`resources.rule.choices.guards.${guards}`);
  if (guards !== 'nothing') return <StateChip label={label} />;
  return (
    <Tooltip describeChild title={translate('access.guardsNothing')}>
      <span>
        <StateChip label={label} severity="warning" />
      </span>
    </Tooltip>
  );
}

/** Shows whether a screen is in the menu. A call never is. */
function ShowOfRule(props: ShowProps) {
  if (props.record.guards !== 'call') return <listFields.bool {...props} />;
  return (
    <Box component="span" aria-hidden sx={{ color: 'text.secondary', px: 1 }}>
      –
    </Box>
  );
}
