import Lock from '@mui/icons-material/LockOutlined';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type TranslateFunction, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { type Action, actionOf, ruleOfAction } from '../../authProvider/index.ts';
import { whoCanGrant } from '../../contract/calls/explain.ts';
import { titleOfRule } from '../../contract/rules.ts';
import type { CallFailure } from '../../dataProvider/failure.ts';
import { lateTexts } from '../../i18n/index.ts';
import { features, http } from '../services/services.ts';
import { EmptyState, type EmptyStateProps } from '../ui/states/EmptyState.tsx';
import { useRights } from '../ui/useToast.ts';

interface Props extends Pick<EmptyStateProps, 'level'> {
  resource: string;
  action: Action;
  children?: ReactNode;
}

/** The right that is missing, and who can give it. */
export function LacksRule({ resource, action, level, children }: Props) {
  const translate = useTranslate();
  const right = useRights()(resource, action);
  const rule = ruleOfAction(action, resource);
  const title = rule && titleOfRule(rule);
  return (
    <EmptyState
      icon={Lock}
      level={level}
      title={translate('explain.forbidden')}
      hint={
        <>
          {translate('explain.forbiddenHint', { right })}
          {rule && (
            <>
              <Givers rule={rule} />
              <Box component="code" sx={{ display: 'block', mt: 0.5, typography: 'caption', fontFamily: 'monospace' }}>
                {[title, rule].filter(Boolean).join(' · ')}
              </Box>
            </>
          )}
        </>
      }
    >
      {children}
    </EmptyState>
  );
}

/** Below the name of a right that one lacks: who can give it. */
export function Givers({ rule }: { rule: string }) {
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: ['whoCanGrant', rule],
    queryFn: () => giversOf(rule, translate),
    retry: false,
  });
  return data ? <div>{data}</div> : null;
}

/** The refusal itself does not wait longer. */
const longestMs = 2000;

/** Who can give a right that one lacks, in a sentence; empty where nobody is told. */
async function giversOf(rule: string, translate: TranslateFunction): Promise<string> {
  if (!features.offers(whoCanGrant)) return '';
  const asking = http.call(whoCanGrant, { rule }, AbortSignal.timeout(longestMs));
  const [{ names = [], others: n }] = await Promise.all([asking, lateTexts()]);
  if (names.length === 0) return '';
  const all = names.join(translate('explain.and'));
  return translate(n ? 'explain.giversMore' : 'explain.givers', { names: all, n });
}

/**
 * What is said of a call that was refused for lack of a right: the right in the reader's language, and who can give it.
 * @param sentence or its key; it names the right already, if the call is one of an entity's own
 */
export async function refusalOf(failure: CallFailure, sentence: string, translate: TranslateFunction): Promise<string> {
  const rule = String(failure.data.rule);
  const givers = await giversOf(rule, translate).catch(() => '');
  const title = titleOfRule(rule);
  const isNamed = !title || (failure.call && actionOf(failure.call));
  const right = translate(`operationNames.${rule.split('?')[0]}`, { _: title });
  return [isNamed ? translate(sentence, { _: sentence }) : translate('failure.lacks', { right }), givers]
    .filter(Boolean)
    .join(' ');
}
