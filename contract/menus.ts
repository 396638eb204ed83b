import type { Call } from './call.ts';
import { backupPage } from './calls/backup.ts';
import { recycleBin } from './calls/recycle.ts';
import { systemPage } from './calls/system.ts';
import { agreement, autoConfig, systemConfig } from './configScreens.ts';
import type { Entity, IconName, MenuGroup } from './entity.ts';
import { entityList } from './index.ts';
import { homeScreen, listPath } from './paths.ts';

/** A menu entry. Its title is a message key; its path is also the path of the rule that shows it. */
export interface MenuDeclaration {
  title: string;
  icon: IconName;
  path?: string;
  model?: string;
  background?: string;
  /** The call that its screen needs. Whoever may not make it does not see the entry. */
  opens?: Call;
  spread?: boolean;
  children?: readonly MenuDeclaration[];
}

type Screen = Pick<Entity, 'name' | 'screen' | 'model' | 'sub' | 'calls'>;

function entryOf(screen: Screen, icon: IconName, title = `resources.${screen.name}.name`): MenuDeclaration {
  const { model, calls } = screen;
  return { title, icon, path: listPath(screen), ...(model && { model }), opens: calls.list };
}

const screensOf = (group: MenuGroup): MenuDeclaration[] =>
  entityList.flatMap((entity) =>
    entity.menu?.group === group ? [entryOf(entity, entity.menu.icon, entity.menu.title)] : [],
  );

export const menus: readonly MenuDeclaration[] = [
  {
    title: 'menu.site',
    icon: 'site',
    children: [
      { title: 'menu.home', icon: 'home', path: homeScreen },
      ...screensOf('structure'),
      { title: 'menu.content', icon: 'article', path: '/content', children: screensOf('content') },
      ...screensOf('site'),
      entryOf(recycleBin, 'recycle', 'menu.recycle'),
    ],
  },
  {
    title: 'menu.users',
    icon: 'users',
    children: [...screensOf('users'), entryOf(agreement, 'agreement')],
  },
  {
    title: 'menu.system',
    icon: 'admin',
    children: [
      ...screensOf('access'),
      entryOf(systemConfig, 'config'),
      entryOf(autoConfig, 'tune'),
      ...screensOf('system'),
      entryOf(backupPage, 'backup', 'menu.backups'),
      entryOf(systemPage, 'status', 'menu.status'),
    ],
  },
  { title: 'menu.logs', icon: 'log', children: screensOf('logs') },
];

/** The screens that everyone signed in may open. All other menu paths need a rule. */
export const openScreens: readonly string[] = [homeScreen];
