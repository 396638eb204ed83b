import { backupPage } from '../../contract/calls/backup.ts';
import { systemPage } from '../../contract/calls/system.ts';
import { agreement, autoConfig, systemConfig } from '../../contract/configScreens.ts';
import { calls, entities, entityList, rulesOf } from '../../contract/index.ts';
import { entityOfRule, titleOfRule } from '../../contract/rules.ts';

const screenOfNamespace: Record<string, string> = {
  'base.content': '/content',
  'base.Config': systemConfig.screen,
  'base.Recycle': '/recycle',
  'base.admin': entities.admin.screen,
  'base.Media': entities.media.screen,
};
const ofNoScreen = ['base.Transfer', 'base.upload'];

interface ContractRule {
  title: string;
  path: string;
  parent?: string;
}

/** The rules that the contract defines: one for each screen, and one for each call that needs one. */
export function contractRules(): ContractRule[] {
  const sharing = Map.groupBy(entityList, ({ screen }) => screen);
  const screens = new Map([...sharing].map(([screen, [first]]) => [screen, `${first?.title}管理`]));
  screens.set('/content', '内容管理');
  for (const { screen, title } of [systemConfig, autoConfig, agreement]) screens.set(screen, `${title}管理`);
  screens.set('/recycle', '回收站');
  screens.set(systemPage.screen, systemPage.title);
  screens.set(backupPage.screen, backupPage.title);
  screens.set(entities.media.screen, '媒体库');
  const wanted: ContractRule[] = [...screens].map(([path, title]) => ({ title, path }));
  for (const { call, entity } of calls.values()) {
    // It needs no rule, or that of a screen or another call.
    if (call.access !== 'rule' || (call.rule && call.rule !== call.path)) continue;
    const namespace = call.path.split('/')[0] ?? '';
    for (const path of rulesOf(call)) {
      const parent = entity?.screen ?? call.screen ?? entityOfRule(path)?.screen ?? screenOfNamespace[namespace];
      if (!parent && !ofNoScreen.includes(namespace))
        throw new Error(`the rule of ${call.path} stands under no screen`);
      wanted.push({ title: titleOfRule(path) as string, path, ...(parent && { parent }) });
    }
  }
  return wanted;
}

const brought = new Map(contractRules().map((rule) => [rule.path, rule]));

export function guardedBy(path: string): 'screen' | 'call' | 'nothing' {
  if (!brought.has(path)) return 'nothing';
  return path.startsWith('/') ? 'screen' : 'call';
}

export const screenOfRule = (path: string) => brought.get(path)?.parent;
