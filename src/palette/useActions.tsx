import Add from '@mui/icons-material/Add';
import DarkMode from '@mui/icons-material/DarkModeOutlined';
import DensityLarge from '@mui/icons-material/DensityLarge';
import DensityMedium from '@mui/icons-material/DensityMedium';
import DensitySmall from '@mui/icons-material/DensitySmall';
import LightMode from '@mui/icons-material/LightModeOutlined';
import Logout from '@mui/icons-material/Logout';
import MenuOpen from '@mui/icons-material/MenuOpen';
import Person from '@mui/icons-material/PersonOutlined';
import Refresh from '@mui/icons-material/Refresh';
import BySystem from '@mui/icons-material/SettingsBrightness';
import Tab from '@mui/icons-material/TabOutlined';
import Language from '@mui/icons-material/Translate';
import { useLocaleState, useLocales, useLogout } from 'ra-core';
import { useSidebarState } from 'ra-ui-materialui';
import { useNavigate } from 'react-router-dom';
import { useCreatable } from '../fields/useCreatable.ts';
import { resources } from '../resources/index.ts';
import { basename, reload } from '../services/services.ts';
import { useSetting } from '../services/settings.ts';
import { useIsBelow } from '../ui/responsive.ts';
import { inSentence } from '../utils/format.ts';
import type { Command } from './groupCommands.ts';
import { useTitles } from './useScreens.tsx';

const withCreate = resources.filter(({ entity }) => entity.calls.create);
const action = { group: 'actions', trails: [] } as const;

export function useActions(onOpenUser: () => void): Command[] {
  const titles = useTitles();
  const navigate = useNavigate();
  const logout = useLogout();
  const choices = useChoices();
  const { isPending, creatable } = useCreatable(withCreate);
  const [isMenuOpen, setMenuOpen] = useSidebarState();
  const [hasTabs, setTabs] = useSetting<boolean>('tabs.on');
  const isNarrow = useIsBelow('sm');

  const creations = (isPending ? [] : creatable).map(
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
  // A phone shows neither of them.
  const bars: Command[] = [
    {
      ...action,
      id: 'action:menu',
      titles: titles(isMenuOpen ? 'frame.collapse' : 'frame.expand', 'palette.menuWords'),
      icon: <MenuOpen fontSize="small" />,
      run: () => setMenuOpen(!isMenuOpen),
    },
    {
      ...action,
      id: 'action:tabs',
      titles: titles(hasTabs ? 'palette.tabsOff' : 'palette.tabsOn'),
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
      titles: titles('frame.user', 'palette.userWords'),
      icon: <Person fontSize="small" />,
      run: onOpenUser,
    },
    {
      ...action,
      id: 'action:reload',
      titles: titles('frame.reload'),
      icon: <Refresh fontSize="small" />,
      isTransient: true,
      run: reload,
    },
    {
      ...action,
      id: 'action:exit',
      titles: titles('frame.exit', 'palette.exitWords'),
      icon: <Logout fontSize="small" />,
      isTransient: true,
      run: () => logout({}, undefined, false),
    },
  ];
}

const themes = [
  { name: 'light', title: 'palette.themeLight', value: 'light', icon: <LightMode fontSize="small" /> },
  { name: 'dark', title: 'palette.themeDark', value: 'dark', icon: <DarkMode fontSize="small" /> },
  // react-admin follows the system while its store has no theme.
  { name: 'system', title: 'palette.themeSystem', value: undefined, icon: <BySystem fontSize="small" /> },
];
const densities = [
  { name: 'roomy', icon: <DensityLarge fontSize="small" /> },
  { name: 'normal', icon: <DensityMedium fontSize="small" /> },
  { name: 'compact', icon: <DensitySmall fontSize="small" /> },
];

function useChoices(): Command[] {
  const titles = useTitles();
  const [theme, setTheme] = useSetting<string | undefined>('theme');
  const [density, setDensity] = useSetting<string>('density');
  const [locale, setLocale] = useLocaleState();
  const languages = useLocales();
  return [
    ...themes.map(({ name, title, value, icon }) => ({
      ...action,
      id: `action:theme.${name}`,
      titles: titles(title, 'palette.themeWords'),
      icon,
      isCurrent: (theme || undefined) === value,
      run: () => setTheme(value),
    })),
    ...languages.map((language) => ({
      ...action,
      id: `action:language.${language.locale}`,
      titles: titles((translate) => translate('palette.language', { name: language.name })),
      icon: <Language fontSize="small" />,
      isCurrent: language.locale === locale,
      run: () => setLocale(language.locale),
    })),
    ...densities.map(({ name, icon }) => ({
      ...action,
      id: `action:density.${name}`,
      titles: titles(
        (translate) => translate('palette.density', { name: inSentence(translate(`frame.${name}`)) }),
        'palette.densityWords',
      ),
      icon,
      isCurrent: density === name,
      run: () => setDensity(name),
    })),
  ];
}
