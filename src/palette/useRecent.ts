import { useCanAccessResources, useStore } from 'ra-core';
import { resources } from '../resources/index.ts';
import type { Command, FoundRecord } from './groupCommands.ts';
import { useRecordCommand } from './useRecords.tsx';

const keptCount = 6;
const names = resources.map(({ name }) => name);

interface Kept {
  id: string;
  record?: FoundRecord;
}

/**
 * The last six commands that were chosen and can still be, the last one first; what is open or set now is left out.
 * @param commands the screens and actions that the role has
 */
export function useRecent(commands: readonly Command[]) {
  const [kept, setKept] = useStore<Kept[]>('palette.recent', []);
  const recordCommand = useRecordCommand();
  const { canAccess } = useCanAccessResources({ resources: names, action: 'list' });
  const recent = kept
    .map(({ id, record }) => {
      if (record) return canAccess?.[record.entity] ? recordCommand(record) : undefined;
      return commands.find((command) => command.id === id);
    })
    .filter((command) => command !== undefined)
    .filter(({ isCurrent }) => !isCurrent);
  const remember = ({ id, record, isFleeting }: Command) => {
    if (isFleeting) return;
    setKept([{ id, ...(record && { record }) }, ...kept.filter((each) => each.id !== id)].slice(0, keptCount));
  };
  return { recent, remember };
}
