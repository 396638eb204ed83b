import Contrast from '@mui/icons-material/Contrast';
import { useStore, useTranslate } from 'ra-core';
import { ChoiceMenu } from './ChoiceMenu.tsx';

/** Light, dark, or as the system; react-admin reads the choice from its store and follows the system where there is none. */
export function ThemeMenu() {
  const translate = useTranslate();
  const [theme, setTheme] = useStore<string | undefined>('theme');
  return (
    <ChoiceMenu
      label={translate('frame.theme')}
      icon={<Contrast fontSize="small" />}
      value={theme ?? ''}
      choices={[
        { value: 'light', label: translate('frame.light') },
        { value: 'dark', label: translate('frame.dark') },
        { value: '', label: translate('frame.system') },
      ]}
      onChoose={(value) => setTheme(value || undefined)}
    />
  );
}
