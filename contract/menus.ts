/** The menu, a constant table (contract.md section 4). Titles are message keys `menu.<key>`; paths are also the rules. */
export interface MenuDeclaration {
  key: string;
  icon: string;
  path?: string;
  model?: string;
  children?: readonly MenuDeclaration[];
}

export const menus: readonly MenuDeclaration[] = [
  { key: 'home', icon: 'home', path: '/home' },
  {
    key: 'site',
    icon: 'site',
    children: [
      { key: 'columns', icon: 'tree', path: '/columnList' },
      {
        key: 'content',
        icon: 'article',
        path: '/content',
        children: [{ key: 'article', icon: 'article', path: '/content/article', model: 'article' }],
      },
    ],
  },
];

/** The screens that everyone signed in may open; every other path of the menu is a rule of its own. */
export const openScreens: readonly string[] = ['/home'];
