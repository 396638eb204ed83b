import { useDataProvider, useTranslate } from 'ra-core';
import { useRef } from 'react';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useAll } from '../fields/useAll.ts';
import type { Resource } from '../resource.ts';
import { useSay } from '../useSay.ts';
import type { OutlineLine } from './parseOutline.ts';

export interface Failure extends OutlineLine {
  why: string;
}

const step = 10;

/**
 * Adds columns one after the other, each after those that are there. What was added before is not added again when the
 * same outline is given anew, so that what failed below it finds its place.
 */
export function useAddColumns(resource: Resource) {
  const provider = useDataProvider();
  const translate = useTranslate();
  const say = useSay();
  const { data: columns = [] } = useAll(resource.name);
  const made = useRef(new Map<string, number>());

  const why = (error: unknown) => {
    const refused = error instanceof CallFailure && (error.data.errors as Record<string, string> | undefined);
    return refused ? Object.values(refused).join(translate('list.and')) : say.why(error);
  };
  const lastSort = (pid: number | null) =>
    Math.max(0, ...columns.filter((each) => (each.pid ?? null) === pid).map(({ sort }) => Number(sort)));

  /** @param onProgress is told how many lines are done */
  return async (outline: OutlineLine[], model: string, top: number | null, onProgress: (done: number) => void) => {
    const ids: (number | undefined)[] = [];
    const paths: string[] = [];
    const sorts = new Map<number | null, number>();
    const failures: Failure[] = [];
    let added = 0;
    for (const [at, line] of outline.entries()) {
      const pid = line.above === undefined ? top : ids[line.above];
      paths[at] = [line.above === undefined ? `${model} ${top}` : paths[line.above], line.title].join('\n');
      ids[at] = made.current.get(paths[at]);
      if (pid === undefined) failures.push({ ...line, why: translate('column.batchAbove') });
      else if (ids[at] === undefined) {
        const sort = (sorts.get(pid) ?? lastSort(pid)) + step;
        try {
          const { data } = await provider.create(resource.name, { data: { title: line.title, model, pid, sort } });
          sorts.set(pid, sort);
          added++;
          // A back end that does not tell the id has it all the same, but nothing can be put below it.
          if (data.id) made.current.set(paths[at], Number(data.id));
          ids[at] = Number(data.id) || undefined;
        } catch (error) {
          failures.push({ ...line, why: why(error) });
        }
      }
      onProgress(at + 1);
    }
    return { added, failures };
  };
}
