import Add from '@mui/icons-material/Add';
import Logout from '@mui/icons-material/Logout';
import MenuOpen from '@mui/icons-material/MenuOpen';
import Person from '@mui/icons-material/PersonOutlined';
import Refresh from '@mui/icons-material/Refresh';
import Tab from '@mui/icons-material/TabOutlined';
import { useCanAccessResources, useLogout, useStore } from 'ra-core';
import { useSidebarState } from 'ra-ui-materialui';
import { useNavigate } from 'react-router-dom';
import { resources } from '../resources/index.ts';
import { reload } from '../services/reload.ts';
import { basename } from '../services/services.ts';
import { useIsBelow } from '../ui/responsive.ts';
import { inSentence } from '../utils/format.ts';
import type { Command } from './groupCommands.ts';
import { useChoices } from './useChoices.tsx';
import { useTitles } from './useScreens.tsx';

const creatable = resources.filter(({ entity }) => entity.calls.create);
const names = creatable.map(({ name }) => name);
const action = { group: 'actions', trails: [] } as const;

/** What can be done from anywhere: new records that the role may make, how the console looks, and one's own data. */
export function useActions(onOpenUser: () => void): Command[] {
  const titles = useTitles();
  const navigate = useNavigate();
  const logout = useLogout();
  const choices = useChoices();
  const { canAccess } = useCanAccessResources({ resources: names, action: 'create' });
  const [isMenuOpen, setMenuOpen] = useSidebarState();
  const [hasTabs, setTabs] = useStore('tabs.on', true);
  const isNarrow = useIsBelow('sm');

  const creations = creatable
    .filter(({ name }) => canAccess?.[name])
    .map(
      ({ name, path }): Command => ({
        ...action,
        id: `action:create.${name}`,
        titles: titles((translate) =>
          translate('list.add', { name: inSentence(translate(`resources.${name}.name`, { smart_count: 1 })) }),
        ),
        icon: <Add fontSize="small" />,
        run: () => navigate(`${basename}${path}/create`),
      }),
    );
  // A narrow screen shows neither the menu nor the open screens.
  const bars: Command[] = [
    {
      ...action,
      id: 'action:menu',
      titles: titles(
        (translate) => translate(isMenuOpen ? 'frame.collapse' : 'frame.expand'),
        (translate) => translate('palette.menuWords'),
      ),
      icon: <MenuOpen fontSize="small" />,
      run: () => setMenuOpen(!isMenuOpen),
    },
    {
      ...action,
      id: 'action:tabs',
      titles: titles((translate) => translate(hasTabs ? 'palette.tabsOff' : 'palette.tabsOn')),
      icon: <Tab fontSize="small" />,
      run: () => setTabs(!hasTabs),
    },
  ];
  return [
    ...creations,
    ...choices,
    ...(isNarrow ? [] : bars),
    {
      ...action,
      id: 'action:user',
      titles: titles(
        (translate) => translate('frame.user'),
        (translate) => translate('palette.userWords'),
      ),
      icon: <Person fontSize="small" />,
      run: onOpenUser,
    },
    {
      ...action,
      id: 'action:reload',
      titles: titles((translate) => translate('frame.reload')),
      icon: <Refresh fontSize="small" />,
      isFleeting: true,
      run: reload,
    },
    {
      ...action,
      id: 'action:exit',
      titles: titles(
        (translate) => translate('frame.exit'),
        (translate) => translate('palette.exitWords'),
      ),
      icon: <Logout fontSize="small" />,
      isFleeting: true,
      run: () => logout({}, undefined, false),
    },
  ];
}
