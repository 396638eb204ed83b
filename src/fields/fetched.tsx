import { Skeleton } from '@mui/material';
import { type ComponentType, Suspense } from 'react';
import { later } from '../later.tsx';
import { useComes } from './coming.ts';
import type { InputProps } from './common.ts';

/** An input that is fetched when the first form shows it; its room is kept, and a save waits for it. Resources name it, so it brings no input itself. */
export function fetched(load: () => Promise<ComponentType<InputProps>>, height: number | string) {
  const Input = later(load);
  return (props: InputProps) => (
    <Suspense fallback={<Coming height={height} />}>
      <Input {...props} />
    </Suspense>
  );
}

function Coming({ height }: { height: number | string }) {
  useComes();
  return <Skeleton variant="rounded" height={height} />;
}
