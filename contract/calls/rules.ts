import { get } from '../call.ts';
import { text } from '../fields.ts';

export const getMissingRules = get('base.admin/getMissingRules', {
  title: '缺失的权限规则',
  rule: 'base.admin/getRuleList',
  extension: 'missingRules',
  /** `parent`: the path of the screen's rule. Empty for a screen, and for a call without a screen. */
  returns: [{ title: text(60), path: text(120), parent: text(120) }],
});
