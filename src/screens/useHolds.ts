import { useState } from 'react';
import { CallFailure } from '../../dataProvider/failure.ts';

/** What a refused deletion says that hangs on the record (`data.holds`), by entity; undefined until one was refused for it. */
export function useHolds() {
  const [holds, setHolds] = useState<Record<string, number>>();
  const onRefused = (error: unknown) => {
    if (!(error instanceof CallFailure && error.data.holds)) return false;
    setHolds(error.data.holds as Record<string, number>);
    return true;
  };
  return { holds, onRefused };
}
