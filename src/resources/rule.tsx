import { rule } from '../../contract/entities/rule.ts';
import { Guards } from '../access/Guards.tsx';
import { ShowOfRule } from '../access/ShowOfRule.tsx';
import { fetched } from '../fields/fetched.tsx';
import { later } from '../later.tsx';
import { resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';

/** What the system brings keeps its path and its place, and comes back where it is taken away. */
const ifBrought =
  (why: string) =>
  ({ guards }: Record<string, unknown>) =>
    guards === 'screen' || guards === 'call' ? why : undefined;

export const ruleResource = resource(rule, {
  list: ['title', 'path', 'guards', 'show', 'sort'],
  form: { base: { main: ['title', 'path', 'pid'], side: ['show', 'guards', 'sort'] } },
  inputs: {
    pid: fetched(() => import('../access/ScreenOfRule.tsx').then((module) => module.ScreenOfRule), sizes.formRow),
  },
  shows: { guards: Guards, show: ShowOfRule },
  Body: later(() => import('../access/MissingRules.tsx').then((module) => module.MissingRules)),
  kept: {
    delete: ifBrought('access.ruleBrought'),
    path: ifBrought('access.pathFixed'),
    pid: ifBrought('access.pathFixed'),
  },
});
