import { useQuery } from '@tanstack/react-query';
import { stringify } from 'query-string';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { getAllCaseList } from '../../contract/calls/choices.ts';
import { searchLimits, searchRecords } from '../../contract/calls/console.ts';
import { entities, entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { allColumns } from '../declaration/useTopMenu.ts';
import { MenuIcon } from '../navigation/icons.tsx';
import { basename, features, http } from '../services/services.ts';
import type { Command, FoundRecord } from './groupCommands.ts';

const delayMs = 200;
const staleMs = 10_000;
const none: FoundRecord[] = [];
const isLongEnough = (query: string) => /\p{Script=Han}/u.test(query) || [...query].length >= 2;

function isCut(found: readonly FoundRecord[]): boolean {
  const isFull = ({ entity }: FoundRecord) =>
    found.filter((other) => other.entity === entity).length >= searchLimits.ofEntity;
  return found.length >= searchLimits.inAll || found.some(isFull);
}

/**
 * Records that the back end finds by title, asked for when nothing was typed for 200 ms; a call that is overtaken is
 * cancelled. For too little text, none.
 * @returns `records`: the last that were found, until those of this text are there (`isCurrent`)
 */
export function useRecords(text: string, isComposing: boolean) {
  const query = text.trim();
  const [settled, setSettled] = useState('');
  useEffect(() => {
    if (isComposing) return undefined;
    const timer = setTimeout(() => setSettled(query), delayMs);
    return () => clearTimeout(timer);
  }, [query, isComposing]);

  const isWanted = isLongEnough(query);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ['palette', 'records', query],
    queryFn: ({ signal }) => findRecords(query, signal),
    enabled: isWanted && settled === query,
    placeholderData: (previous) => previous,
    staleTime: staleMs,
    networkMode: 'always',
  });
  return {
    records: (isWanted && data) || none,
    /** There may be more of them. */
    isCut: isWanted && data !== undefined && isCut(data),
    isCurrent: !isPlaceholderData,
    isAsked: isWanted && !isComposing && (isPending || isPlaceholderData),
    error: isWanted ? error : null,
  };
}

/** Makes the command that opens a record. */
export function useRecordCommand(): (record: FoundRecord) => Command {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname: here } = useLocation();
  return (record) => {
    const { entity, id, title, path } = record;
    const pathname = `${basename}${path}`;
    const declared = entityList.find(({ name }) => name === entity);
    // The list behind it holds it, whatever that was narrowed to before.
    const filter = JSON.stringify(declared?.model ? allColumns : {});
    return {
      id: `record:${entity}:${id}`,
      group: 'records',
      titles: [title],
      trails: [translate(`resources.${entity}.name`, { _: entity, smart_count: 1 })],
      icon: <MenuIcon name={declared?.menu?.icon ?? ''} />,
      isCurrent: pathname === here,
      record,
      run: () => navigate({ pathname, search: `?${stringify({ filter })}` }),
    };
  };
}

/**
 * Records whose title holds a text. A back end that cannot be asked for them tells its products and galleries all at
 * once; of such a one no others are found.
 */
async function findRecords(q: string, signal: AbortSignal): Promise<FoundRecord[]> {
  if (features.has('search')) return http.call(searchRecords, { q }, signal);
  const text = q.toLowerCase();
  try {
    const cases = await http.call(getAllCaseList, {}, signal);
    return cases
      .filter(({ title }) => title.toLowerCase().includes(text))
      .slice(0, searchLimits.inAll)
      .map(({ id, model, title }) => {
        const entity = model === 'atlas' ? entities.atlas : entities.product;
        return { entity: entity.name, id: Number(id), title, path: `${listPath(entity)}/${id}` };
      });
  } catch (error) {
    // Whoever may not have the list finds nothing in it.
    if (error instanceof CallFailure && error.isAnswer) return [];
    throw error;
  }
}
