import { Skeleton } from '@mui/material';
import { type ComponentType, Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import type { InputProps } from '../declaration/common.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { createListeners } from '../utils/store.ts';

/** An input whose script is loaded when a form first shows it. A save waits for it. */
export function lazyInput(load: () => Promise<ComponentType<InputProps>>, height: number | string) {
  const Input = lazyComponent(load);
  return (props: InputProps) => (
    <Suspense fallback={<Coming height={height} />}>
      <Input {...props} />
    </Suspense>
  );
}

function Coming({ height }: { height: number | string }) {
  useLayoutEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
  return <Skeleton variant="rounded" height={height} />;
}

let n = 0;
const listeners = createListeners();
const count = (by: 1 | -1) => {
  n += by;
  listeners.notify();
};

/** The number of loading inputs: until they are mounted, their default values are missing in the form. */
export const usePendingInputs = () => useSyncExternalStore(listeners.subscribe, () => n);
