import { useState } from 'react';
import { matchCommand } from '../palette/matchCommand.ts';
import { useReadings } from '../palette/useReadings.ts';

interface State<T> {
  inputValue: string;
  getOptionLabel: (option: T) => string;
}

/** Finds choices by name, id, pinyin or its initials, in the order that they have; for a `Combobox`. */
export function useChoiceFilter<T>(idOf: (option: T) => unknown) {
  const [isSpelled, setSpelled] = useState(false);
  const readings = useReadings(isSpelled);
  return {
    onInputChange: (_event: unknown, text: string, reason: string) =>
      setSpelled(isSpelled || (reason === 'input' && /[a-z]/i.test(text))),
    filterOptions: (options: T[], { inputValue, getOptionLabel }: State<T>) => {
      const typed = inputValue.trim();
      const isFound = (option: T) =>
        String(idOf(option)) === typed.replace(/^#/, '') ||
        matchCommand(typed, { titles: [getOptionLabel(option)], trails: [] }, readings) !== undefined;
      return typed === '' ? options : options.filter(isFound);
    },
  };
}
