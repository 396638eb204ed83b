import Translate from '@mui/icons-material/Translate';
import { useLocaleState, useLocales, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { languageOrDefault, languages } from '../../contract/languages.ts';
import { ChoiceMenu } from './ChoiceMenu.tsx';

/** The console's language; the document's `lang` follows it. */
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
