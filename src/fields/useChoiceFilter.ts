import { useState } from 'react';
import { useReadings } from '../ui/useReadings.ts';
import { matchCommand } from '../utils/matchCommand.ts';

interface State<T> {
  inputValue: string;
  getOptionLabel: (option: T) => string;
}

/** Props of a `Combobox` that finds options by name, id, pinyin or its initials, and keeps their order. */
export function useChoiceFilter<T>(idOf: (option: T) => unknown) {
  const [needsPinyin, setNeedsPinyin] = useState(false);
  const readings = useReadings(needsPinyin);
  return {
    onInputChange: (_event: unknown, text: string, reason: string) =>
      setNeedsPinyin(needsPinyin || (reason === 'input' && /[a-z]/i.test(text))),
    filterOptions: (options: T[], { inputValue, getOptionLabel }: State<T>) => {
      const typed = inputValue.trim();
      const isFound = (option: T) =>
        String(idOf(option)) === typed.replace(/^#/, '') ||
        matchCommand(typed, { titles: [getOptionLabel(option)], trails: [] }, readings) !== undefined;
      return typed === '' ? options : options.filter(isFound);
    },
  };
}
