import type { Call } from './call.ts';
import { recycleBin } from './calls/recycle.ts';
import { agreement, autoConfig, systemConfig } from './configScreens.ts';
import type { IconName, MenuGroup } from './entity.ts';
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

function screensOf(group: MenuGroup): MenuDeclaration[] {
  return entityList.flatMap((entity) => {
    const { menu, name, model, calls } = entity;
    if (menu?.group !== group) return [];
    const { icon, title = `resources.${name}.name` } = menu;
    return { title, icon, path: listPath(entity), ...(model && { model }), opens: calls.list };
  });
}

export const menus: readonly MenuDeclaration[] = [
  {
    title: 'menu.site',
    icon: 'site',
    children: [
      { title: 'menu.home', icon: 'home', path: homeScreen },
      ...screensOf('structure'),
      { title: 'menu.content', icon: 'article', path: '/content', children: screensOf('content') },
      ...screensOf('site'),
      { title: 'menu.recycle', icon: 'recycle', path: recycleBin.screen, opens: recycleBin.calls.list },
    ],
  },
  {
    title: 'menu.users',
    icon: 'users',
    children: [
      ...screensOf('users'),
      {
        title: `resources.${agreement.name}.name`,
        icon: 'agreement',
        path: agreement.screen,
        opens: agreement.calls.list,
      },
    ],
  },
  {
    title: 'menu.system',
    icon: 'admin',
    children: [
      ...screensOf('access'),
      ...[
        { screen: systemConfig, icon: 'config' as const },
        { screen: autoConfig, icon: 'tune' as const },
      ].map(({ screen: { name, screen: path, calls }, icon }) => ({
        ...{ title: `resources.${name}.name`, icon, path },
        opens: calls.list,
      })),
      ...screensOf('system'),
    ],
  },
  { title: 'menu.logs', icon: 'log', children: screensOf('logs') },
];

/** The screens that everyone signed in may open. All other menu paths need a rule. */
export const openScreens: readonly string[] = [homeScreen];
