import DarkMode from '@mui/icons-material/DarkModeOutlined';
import DensityLarge from '@mui/icons-material/DensityLarge';
import DensityMedium from '@mui/icons-material/DensityMedium';
import DensitySmall from '@mui/icons-material/DensitySmall';
import LightMode from '@mui/icons-material/LightModeOutlined';
import BySystem from '@mui/icons-material/SettingsBrightness';
import Language from '@mui/icons-material/Translate';
import { useLocaleState, useLocales, useStore } from 'ra-core';
import { inSentence } from '../utils/format.ts';
import type { Command } from './groupCommands.ts';
import { useTitles } from './useScreens.tsx';

const themes = [
  { name: 'light', title: 'palette.themeLight', value: 'light', icon: <LightMode fontSize="small" /> },
  { name: 'dark', title: 'palette.themeDark', value: 'dark', icon: <DarkMode fontSize="small" /> },
  // react-admin follows the system where its store holds no theme.
  { name: 'system', title: 'palette.themeSystem', value: undefined, icon: <BySystem fontSize="small" /> },
];
const densities = [
  { name: 'roomy', icon: <DensityLarge fontSize="small" /> },
  { name: 'normal', icon: <DensityMedium fontSize="small" /> },
  { name: 'compact', icon: <DensitySmall fontSize="small" /> },
];
const action = { group: 'actions', trails: [] } as const;

/** Each theme, language and density, as an action that sets it. */
export function useChoices(): Command[] {
  const titles = useTitles();
  const [theme, setTheme] = useStore<string | undefined>('theme');
  const [density, setDensity] = useStore('density', 'normal');
  const [locale, setLocale] = useLocaleState();
  const languages = useLocales();
  return [
    ...themes.map(({ name, title, value, icon }) => ({
      ...action,
      id: `action:theme.${name}`,
      titles: titles(
        (translate) => translate(title),
        (translate) => translate('palette.themeWords'),
      ),
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
        (translate) => translate('palette.densityWords'),
      ),
      icon,
      isCurrent: density === name,
      run: () => setDensity(name),
    })),
  ];
}
