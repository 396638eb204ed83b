import { get } from '../call.ts';
import { text } from '../fields.ts';

/** The rules of screens and calls that are not there: nobody but a super administrator may open or make those. */
export const getMissingRules = get('base.admin/getMissingRules', {
  title: '缺失的权限规则',
  rule: 'base.admin/getRuleList',
  extension: 'missingRules',
  /** `parent`: the path of the screen's rule; empty of a screen, and of what is of none. */
  returns: [{ title: text(60), path: text(120), parent: text(120) }],
});
