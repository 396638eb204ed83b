import { useGetResourceLabel, useLocaleState, useTranslate } from 'ra-core';
import { defaultLanguage } from '../../contract/languages.ts';
import { contentScreen } from '../../contract/paths.ts';
import { parseRule, titleOfRule } from '../../contract/rules.ts';
import { useOperationName } from '../logs/useOperationName.ts';
import { matrix } from './rightsMatrix.ts';
import { useResourceName } from './useResourceName.ts';

/**
 * Returns a function that names a rule. A call's rule has its stored title in the default language, and the operation's
 * name in others.
 */
export function useRuleTitle(): (rule: string, stored?: string) => string {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const [locale] = useLocaleState();
  const operationName = useOperationName();
  const nameOf = useResourceName();
  const screenName = (path: string) => {
    const row = matrix.flatMap(({ rows }) => rows).find(({ screen }) => screen === path);
    return path === contentScreen ? translate('menu.content') : row && nameOf(row.name);
  };
  return (rule, stored = '') => {
    const title = stored || titleOfRule(rule) || rule;
    if (rule.startsWith('/')) return translate('explain.openScreen', { name: screenName(rule) ?? title });
    const { call, entity, value } = parseRule(rule);
    if (!call || locale === defaultLanguage) return title;
    const name = operationName({ id: 0, path: call.path, title });
    return value && !entity ? translate('explain.cellOf', { name, cell: label(value, 2) }) : name;
  };
}
