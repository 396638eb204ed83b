import Contrast from '@mui/icons-material/Contrast';
import Translate from '@mui/icons-material/Translate';
import { IconButton, ListSubheader, Menu, MenuItem, Tooltip } from '@mui/material';
import { useLocaleState, useLocales, useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import { languageOrDefault, languages } from '../../contract/languages.ts';
import { useSetting } from '../services/settings.ts';
import { type Density, densityNames } from '../theme/index.ts';
import { useWasOpen } from './DeferredRender.tsx';

interface ChoiceGroup {
  title?: string;
  value: string;
  choices: { value: string; label: string }[];
  onChoose: (value: string) => void;
}

interface ChoiceMenuProps {
  label: string;
  icon: ReactNode;
  groups: ChoiceGroup[];
}

function ChoiceMenu({ label, icon, groups }: ChoiceMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpen = useWasOpen(anchor !== null);
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          color="inherit"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {icon}
        </IconButton>
      </Tooltip>
      {wasOpen && (
        <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)} sx={{ zIndex: 'tooltip' }}>
          {groups.flatMap(({ title, value, choices, onChoose }) => [
            title && (
              <ListSubheader
                key={title}
                disableSticky
                role="presentation"
                sx={{ lineHeight: 2.5, bgcolor: 'transparent' }}
              >
                {title}
              </ListSubheader>
            ),
            ...choices.map((choice) => (
              <MenuItem
                key={`${title}.${choice.value}`}
                role="menuitemradio"
                aria-checked={choice.value === value}
                selected={choice.value === value}
                onClick={() => {
                  setAnchor(null);
                  onChoose(choice.value);
                }}
              >
                {choice.label}
              </MenuItem>
            )),
          ])}
        </Menu>
      )}
    </>
  );
}

export function AppearanceMenu({ themeOnly = false }: { themeOnly?: boolean }) {
  const translate = useTranslate();
  const [theme, setTheme] = useSetting<string | undefined>('theme');
  const [density, setDensity] = useSetting<Density>('density');
  const [hasTabs, setTabs] = useSetting<boolean>('tabs.on');
  const themes: ChoiceGroup = {
    title: translate('frame.theme'),
    // react-admin follows the system while its store has no choice.
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

export function LanguageMenu() {
  const translate = useTranslate();
  const [locale, setLocale] = useLocaleState();
  const locales = useLocales();
  useEffect(() => {
    document.documentElement.lang = languages[languageOrDefault(locale)].tag;
  }, [locale]);
  const choices = locales.map((choice) => ({ value: choice.locale, label: choice.name }));
  return (
    <ChoiceMenu
      label={translate('frame.language')}
      icon={<Translate fontSize="small" />}
      groups={[{ value: locale, choices, onChoose: setLocale }]}
    />
  );
}
