import type { RaRecord } from 'ra-core';
import { ListContextProvider, useListContext } from 'ra-core';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useSetting } from '../services/settings.ts';

interface Folding {
  isFolded: (id: number) => boolean;
  toggle: (id: number) => void;
}
const FoldingContext = createContext<Folding | undefined>(undefined);

/** Undefined in a flat list. */
export const useFolding = () => useContext(FoldingContext);

/** Trees with more rows are folded at first. */
const maxUnfolded = 100;

interface Props {
  childrenName: string;
  /** A filtered tree is not folded, so that all matches are visible. */
  isNarrowed: boolean;
  children: ReactNode;
}

/** Flattens a tree into the rows of the list inside it, without those below folded rows. */
export function TreeRows({ childrenName, isNarrowed, children }: Props) {
  const list = useListContext();
  const stored = useSetting<number[] | undefined>(`${list.resource}.folded`);
  const temporary = useState<number[]>();
  const [chosen, setFolded] = isNarrowed ? temporary : stored;
  const folded = useMemo(() => {
    const all = visibleRows(list.data ?? [], childrenName, new Set(), 0);
    const isLarge = !isNarrowed && all.length > maxUnfolded;
    return chosen ?? (isLarge ? all.filter(({ below }) => below > 0).map(({ id }) => Number(id)) : []);
  }, [chosen, list.data, childrenName, isNarrowed]);
  const rows = useMemo(
    () => list.data && visibleRows(list.data, childrenName, new Set(folded), 0),
    [list.data, childrenName, folded],
  );
  const folding = useMemo(
    () => ({
      isFolded: (id: number) => folded.includes(id),
      toggle: (id: number) => setFolded(folded.includes(id) ? folded.filter((other) => other !== id) : [...folded, id]),
    }),
    [folded, setFolded],
  );
  return (
    <FoldingContext value={folding}>
      <ListContextProvider value={{ ...list, data: rows } as typeof list}>{children}</ListContextProvider>
    </FoldingContext>
  );
}

function visibleRows(rows: RaRecord[], childrenName: string, folded: Set<number>, depth: number): RaRecord[] {
  return rows.flatMap((row) => {
    const below: RaRecord[] = row[childrenName] ?? [];
    const shown = folded.has(Number(row.id)) ? [] : visibleRows(below, childrenName, folded, depth + 1);
    return [{ ...row, depth, below: below.length }, ...shown];
  });
}
