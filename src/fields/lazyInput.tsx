import { Skeleton } from '@mui/material';
import { type ComponentType, Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import type { InputProps } from '../declaration/common.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { createListeners } from '../utils/store.ts';

/** An input that is fetched when the first form shows it; its room is kept, and a save waits for it. Resources name it, so it brings no input itself. */
export function lazyInput(load: () => Promise<ComponentType<InputProps>>, height: number | string) {
  const Input = lazyComponent(load);
  return (props: InputProps) => (
    <Suspense fallback={<Coming height={height} />}>
      <Input {...props} />
    </Suspense>
  );
}

function Coming({ height }: { height: number | string }) {
  usePendingInput();
  return <Skeleton variant="rounded" height={height} />;
}

let n = 0;
const listeners = createListeners();
const count = (by: 1 | -1) => {
  n += by;
  listeners.notify();
};

/** Stands for an input that is on its way, as long as it is mounted. */
function usePendingInput(): void {
  useLayoutEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
}

/** The number of inputs on their way: what a form begins with is not whole before they are there. */
export const usePendingInputs = () => useSyncExternalStore(listeners.subscribe, () => n);
