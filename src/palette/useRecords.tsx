import { useQuery } from '@tanstack/react-query';
import { stringify } from 'query-string';
import { useCanAccessResources, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { searchLimits, searchRecords } from '../../contract/calls/console.ts';
import { getAllCaseList } from '../../contract/calls/content.ts';
import { foldText } from '../../contract/foldText.ts';
import { entities, entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { allColumns } from '../declaration/useTopMenu.ts';
import { MenuIcon } from '../navigation/icons.tsx';
import { resources } from '../resources/index.ts';
import { callIfThere } from '../services/callIfThere.ts';
import { basename, features, http } from '../services/services.ts';
import { useSetting } from '../services/settings.ts';
import type { Command, FoundRecord } from './groupCommands.ts';

const delayMs = 200;
const staleMs = 10_000;
const none: FoundRecord[] = [];
const isLongEnough = (query: string) => /\p{Script=Han}/u.test(query) || [...query].length >= 2;

function isTruncated(found: readonly FoundRecord[]): boolean {
  const isFull = ({ entity }: FoundRecord) =>
    found.filter((other) => other.entity === entity).length >= searchLimits.ofEntity;
  return found.length >= searchLimits.inAll || found.some(isFull);
}

/**
 * Searches records by title when nothing was typed for 200 ms, and cancels outdated calls.
 * @returns `records` are those of the previous text until those of this text have arrived (`isCurrent`). If the text is
 * too short, there are none.
 */
export function useRecords(text: string, isComposing: boolean) {
  const query = text.trim();
  const [settled, setSettled] = useState('');
  useEffect(() => {
    if (isComposing) return undefined;
    const timer = setTimeout(() => setSettled(query), delayMs);
    return () => clearTimeout(timer);
  }, [query, isComposing]);

  const isSearched = isLongEnough(query);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ['palette', 'records', query],
    queryFn: ({ signal }) => findRecords(query, signal),
    enabled: isSearched && settled === query,
    placeholderData: (previous) => previous,
    staleTime: staleMs,
    networkMode: 'always',
  });
  return {
    records: (isSearched && data) || none,
    isTruncated: isSearched && data !== undefined && isTruncated(data),
    isCurrent: !isPlaceholderData,
    isLoading: isSearched && !isComposing && (isPending || isPlaceholderData),
    error: isSearched ? error : null,
  };
}

export function useRecordCommand(): (record: FoundRecord) => Command {
  const translate = useTranslate();
  const navigate = useNavigate();
  const location = useLocation();
  return (record) => {
    const { entity, id, title, path } = record;
    const pathname = `${basename}${path}`;
    const declared = entityList.find(({ name }) => name === entity);
    // Clears the list's filter, so that the list behind the record contains it.
    const filter = JSON.stringify(declared?.model ? allColumns : {});
    return {
      id: `record:${entity}:${id}`,
      group: 'records',
      titles: [title],
      trails: [translate(`resources.${entity}.name`, { _: entity, smart_count: 1 })],
      icon: <MenuIcon name={declared?.menu?.icon ?? ''} />,
      isCurrent: pathname === location.pathname,
      record,
      run: () => navigate({ pathname, search: `?${stringify({ filter })}` }),
    };
  };
}

/**
 * Finds records whose title contains a text. A back end without the search extension only lists its products and
 * galleries, all at once, so no other records are found there.
 */
async function findRecords(q: string, signal: AbortSignal): Promise<FoundRecord[]> {
  if (features.has('search')) {
    const found = await http.call(searchRecords, { q }, signal);
    return found.map(({ entity, id, title, path }) => ({ entity, id, title, path }));
  }
  const text = foldText(q);
  const cases = await callIfThere(getAllCaseList, signal).catch((error) => {
    if (error instanceof CallFailure && error.isAnswer) return [];
    throw error;
  });
  // If the list, or the right to it, is missing, nothing is found.
  return (cases ?? [])
    .filter(({ title }) => foldText(title).includes(text))
    .slice(0, searchLimits.inAll)
    .map(({ id, model, title }) => {
      const entity = model === 'atlas' ? entities.atlas : entities.product;
      return { entity: entity.name, id: Number(id), title, path: `${listPath(entity)}/${id}` };
    });
}

const recentCount = 6;
const names = resources.map(({ name }) => name);

interface RecentCommand {
  id: string;
  record?: FoundRecord;
}

/**
 * The last six commands that were chosen, the newest first. Those of the open screen, of a current setting, or no
 * longer permitted are left out.
 * @param commands the role's screens and actions
 */
export function useRecent(commands: readonly Command[]) {
  const [stored, setStored] = useSetting<RecentCommand[]>('palette.recent');
  const recordCommand = useRecordCommand();
  const { canAccess } = useCanAccessResources({ resources: names, action: 'list' });
  const recent = stored
    .map(({ id, record }) => {
      if (record) return canAccess?.[record.entity] ? recordCommand(record) : undefined;
      return commands.find((command) => command.id === id);
    })
    .filter((command) => command !== undefined)
    .filter(({ isCurrent }) => !isCurrent);
  const remember = ({ id, record, isTransient }: Command) => {
    if (isTransient) return;
    setStored([{ id, ...(record && { record }) }, ...stored.filter((each) => each.id !== id)].slice(0, recentCount));
  };
  return { recent, remember };
}
