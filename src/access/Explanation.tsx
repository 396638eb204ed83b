import Check from '@mui/icons-material/Check';
import Close from '@mui/icons-material/Close';
import Info from '@mui/icons-material/InfoOutlined';
import { Alert, Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ExplainStep } from '../../contract/calls/explain.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { Time } from '../fields/Time.tsx';
import { useRuleTitle } from './useRuleTitle.ts';

interface Props {
  isAllowed: boolean;
  steps: ExplainStep[];
  /** Whose fields are named. */
  entity: string | undefined;
}

const icons = { passed: Check, stopped: Close, limited: Info };
const limits = ['limit', 'hidden', 'read'];

/** An answer with its reasons. Each says in words too whether it speaks for the right. */
export function Explanation({ isAllowed, steps, entity }: Props) {
  const translate = useTranslate();
  const wordsOf = useWords(entity);
  return (
    <Box role="status">
      <Alert
        severity={isAllowed ? 'success' : 'error'}
        icon={isAllowed ? <Check /> : <Close />}
        role="presentation"
        sx={{ typography: 'subtitle2' }}
      >
        {translate(isAllowed ? 'explain.yes' : 'explain.no')}
      </Alert>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {steps.map((step) => {
          const state = !step.is_ok ? 'stopped' : limits.includes(step.why) ? 'limited' : 'passed';
          const Icon = icons[state];
          return (
            <Box
              component="li"
              key={`${step.step} ${step.why} ${step.rule}`}
              sx={{ display: 'flex', gap: 1.5, py: 0.75 }}
            >
              <Icon
                fontSize="small"
                color={state === 'stopped' ? 'error' : state === 'limited' ? 'action' : 'success'}
                titleAccess={translate(`explain.${state}`)}
                sx={{ mt: 0.25 }}
              />
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography sx={{ fontWeight: state === 'stopped' ? 600 : undefined }}>{wordsOf(step)}</Typography>
                <Granted step={step} />
              </Box>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

function useWords(entity: string | undefined) {
  const translate = useTranslate();
  const titleOf = useRuleTitle();
  const label = useFieldLabel(entity ?? '');
  return ({ step, why, rule, title, fields }: ExplainStep) =>
    translate(`explain.${step === 'record' ? 'found' : step}.${why}`, {
      title,
      rule: rule && titleOf(rule, title),
      fields: fields.map((name) => label(name)).join(translate('explain.and')),
      _: `${step}: ${why}`,
    });
}

/** When the role got the rule, and from whom. */
function Granted({ step: { why, time, by } }: { step: ExplainStep }) {
  const translate = useTranslate();
  if (why !== 'granted' && why !== 'or_rule') return null;
  const [before = '', after = ''] = translate('explain.grantedBy', { by, time: '\n' }).split('\n');
  return (
    <Typography variant="body2" color="text.secondary">
      {time ? (
        <>
          {before}
          <Time value={time} />
          {after}
        </>
      ) : (
        translate('explain.grantUnknown')
      )}
    </Typography>
  );
}
