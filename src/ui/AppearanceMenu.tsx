import Contrast from '@mui/icons-material/Contrast';
import { useStore, useTranslate } from 'ra-core';
import { type Density, densityNames } from '../theme/index.ts';
import { type ChoiceGroup, ChoiceMenu } from './ChoiceMenu.tsx';

/** Theme, density, and whether open screens are shown as tabs; outside the frame the theme alone. */
export function AppearanceMenu({ themeOnly = false }: { themeOnly?: boolean }) {
  const translate = useTranslate();
  const [theme, setTheme] = useStore<string | undefined>('theme');
  const [density, setDensity] = useStore<Density>('density', 'normal');
  const [hasTabs, setTabs] = useStore('tabs.on', true);
  const themes: ChoiceGroup = {
    title: translate('frame.theme'),
    // react-admin reads the choice from its store and follows the system where there is none.
    value: theme ?? '',
    choices: [
      { value: 'light', label: translate('frame.light') },
      { value: 'dark', label: translate('frame.dark') },
      { value: '', label: translate('frame.system') },
    ],
    onChoose: (value) => setTheme(value || undefined),
  };
  const others: ChoiceGroup[] = [
    {
      title: translate('frame.density'),
      value: density,
      choices: densityNames.map((name) => ({ value: name, label: translate(`frame.${name}`) })),
      onChoose: (value) => setDensity(value as Density),
    },
    {
      title: translate('frame.openScreens'),
      value: String(hasTabs),
      choices: [
        { value: 'true', label: translate('frame.tabsOn') },
        { value: 'false', label: translate('frame.tabsOff') },
      ],
      onChoose: (value) => setTabs(value === 'true'),
    },
  ];
  return (
    <ChoiceMenu
      label={translate(themeOnly ? 'frame.theme' : 'frame.appearance')}
      icon={<Contrast fontSize="small" />}
      groups={themeOnly ? [themes] : [themes, ...others]}
    />
  );
}
