import { Box } from '@mui/material';
import { ListContextProvider, useListContext } from 'ra-core';
import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { sizes } from '../theme/index.ts';
import { AreFirstRows } from './areFirstRows.ts';

const first = 5;

/** Shows the first rows of a list at once, and the others as soon as these are painted, with the switches and actions of all; their room is kept. */
export function FirstRows({ children }: { children: ReactNode }) {
  const list = useListContext();
  const [isWhole, setWhole] = useState(false);
  useEffect(() => startTransition(() => setWhole(true)), []);
  const shown = useMemo(() => (isWhole ? list : { ...list, data: list.data?.slice(0, first) }), [isWhole, list]);
  const others = isWhole ? 0 : Math.max(0, (list.data?.length ?? 0) - first);
  return (
    <ListContextProvider value={shown as typeof list}>
      <AreFirstRows value={!isWhole}>{children}</AreFirstRows>
      {others > 0 && <Box sx={{ height: `calc(${others} * ${sizes.row})` }} />}
    </ListContextProvider>
  );
}
