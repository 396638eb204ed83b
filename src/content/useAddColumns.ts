import { useTranslate } from 'ra-core';
import { useRef } from 'react';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { Resource } from '../declaration/resource.ts';
import { useAll } from '../fields/useAll.ts';
import { useProvider } from '../services/queryClient.ts';
import { useToast } from '../ui/useToast.ts';
import { type OutlineLine, parseOutline } from './parseOutline.ts';

export interface Failure extends OutlineLine {
  why: string;
}

const step = 10;

/**
 * Adds columns one by one, after the existing ones. When an outline is submitted again, its columns that were added
 * before are not added twice: failed lines find their parents.
 */
export function useAddColumns(resource: Resource) {
  const provider = useProvider();
  const translate = useTranslate();
  const toast = useToast();
  const { data: columns = [] } = useAll(resource.name);
  const made = useRef(new Map<string, number>());

  const why = (error: unknown) => {
    const refused = error instanceof CallFailure && (error.data.errors as Record<string, string> | undefined);
    return refused ? Object.values(refused).join(translate('list.and')) : toast.messageOf(error);
  };
  const lastSort = (pid: number | null) =>
    Math.max(0, ...columns.filter((each) => (each.pid ?? null) === pid).map(({ sort }) => Number(sort)));

  /**
   * @param onProgress gets the number of finished lines
   * @returns the failed lines, by line of `text`, to be submitted again
   */
  return async (outline: OutlineLine[], model: string, top: number | null, onProgress: (done: number) => void) => {
    const ids: (number | undefined)[] = [];
    const keys = keysOf(outline, `${model} ${top}`);
    const sorts = new Map<number | null, number>();
    const failures: Failure[] = [];
    let added = 0;
    for (const [at, line] of outline.entries()) {
      const pid = line.above === undefined ? top : ids[line.above];
      const key = keys[at] ?? '';
      ids[at] = made.current.get(key);
      if (pid === undefined) failures.push({ ...line, why: translate('column.batchAbove') });
      else if (ids[at] === undefined) {
        const sort = (sorts.get(pid) ?? lastSort(pid)) + step;
        try {
          const { data } = await provider.create(resource.name, { data: { title: line.title, model, pid, sort } });
          sorts.set(pid, sort);
          added++;
          // The column exists even if the back end sends no id, but no column can be added below it.
          ids[at] = Number(data.id) || undefined;
        } catch (error) {
          failures.push({ ...line, why: why(error) });
        }
      }
      onProgress(at + 1);
    }
    const left = leftOf(outline, failures);
    const text = left.map(({ level, title }) => '  '.repeat(level) + title).join('\n');
    const again = keysOf(parseOutline(text), `${model} ${top}`);
    const idOf = (line: OutlineLine) => ids[outline.indexOf(line)];
    made.current = new Map(
      left.flatMap((line, at) => [[again[at] ?? '', idOf(line) ?? 0] as const]).filter(([, id]) => id),
    );
    return {
      added,
      failures: failures.map((each) => ({ ...each, line: left.findIndex(({ line }) => line === each.line) + 1 })),
      text,
    };
  };
}

function keysOf(outline: OutlineLine[], top: string): string[] {
  const keys: string[] = [];
  const seen = new Map<string, number>();
  for (const { title, above } of outline) {
    const path = `${above === undefined ? top : keys[above]}\n${title}`;
    const n = (seen.get(path) ?? 0) + 1;
    seen.set(path, n);
    keys.push(`${path}\n${n}`);
  }
  return keys;
}

function leftOf(outline: OutlineLine[], failures: Failure[]): OutlineLine[] {
  const failedOrAncestor = new Set<OutlineLine | undefined>();
  for (const { line } of failures) {
    let each = outline.find((one) => one.line === line);
    for (; each; each = each.above === undefined ? undefined : outline[each.above]) failedOrAncestor.add(each);
  }
  return outline.filter((each) => failedOrAncestor.has(each));
}
