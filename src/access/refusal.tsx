import Lock from '@mui/icons-material/LockOutlined';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type TranslateFunction, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { type Action, actionOf, ruleOfAction } from '../../authProvider/index.ts';
import type { Returned } from '../../contract/call.ts';
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

/** Shows which right is missing, and who can grant it. */
export function MissingRight({ resource, action, level, children }: Props) {
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
              <GrantersHint rule={rule} />
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

/** Names who can grant a missing right. Renders nothing if that is unknown. */
export function GrantersHint({ rule }: { rule: string }) {
  const translate = useTranslate();
  const { data } = useQuery({ queryKey: ['whoCanGrant', rule], queryFn: () => grantersOf(rule), retry: false });
  const sentence = grantersSentence(data, translate);
  return sentence ? <div>{sentence}</div> : null;
}

type Granters = Partial<Returned<typeof whoCanGrant>>;

/** The refusal waits no longer than this for the names. */
const longestMs = 2000;

/** Asks who can grant a right. The result is empty if the back end does not offer the call. */
async function grantersOf(rule: string): Promise<Granters> {
  if (!features.offers(whoCanGrant)) return {};
  const asking = http.call(whoCanGrant, { rule }, AbortSignal.timeout(longestMs));
  return (await Promise.all([asking, lateTexts()]))[0];
}

function grantersSentence({ names = [], others: n }: Granters = {}, translate: TranslateFunction): string {
  if (names.length === 0) return '';
  const all = names.join(translate('explain.and'));
  return translate(n ? 'explain.giversMore' : 'explain.givers', { names: all, smart_count: n });
}

/**
 * The message for a call that was refused because a right is missing. It names the right in the reader's language, and
 * who can grant it.
 * @param sentence a text or its key; it names the right already if the call belongs to an entity
 */
export async function refusalMessage(
  failure: CallFailure,
  sentence: string,
  translate: TranslateFunction,
): Promise<string> {
  const rule = String(failure.data.rule);
  const granters = grantersSentence(await grantersOf(rule).catch(() => undefined), translate);
  const title = titleOfRule(rule);
  const isNamed = !title || (failure.call && actionOf(failure.call));
  const right = translate(`operationNames.${rule.split('?')[0]}`, { _: title });
  return [isNamed ? translate(sentence, { _: sentence }) : translate('failure.lacks', { right }), granters]
    .filter(Boolean)
    .join(' ');
}
