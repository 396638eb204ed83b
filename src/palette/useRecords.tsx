import { useQuery } from '@tanstack/react-query';
import { stringify } from 'query-string';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { searchLimits } from '../../contract/calls/console.ts';
import { entityList } from '../../contract/index.ts';
import { MenuIcon } from '../layout/icons.tsx';
import { allColumns } from '../screens/useTopMenu.ts';
import { basename } from '../services.ts';
import type { Command, FoundRecord } from './command.ts';
import { findRecords } from './findRecords.ts';

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
