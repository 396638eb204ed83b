import { useCanAccess } from 'ra-core';
import type { ReactNode } from 'react';
import { ToHome } from '../ui/states/EmptyState.tsx';
import { Failed } from '../ui/states/Failed.tsx';
import { Forbidden } from './Forbidden.tsx';

interface Props {
  /** The resource by its name. */
  resource: string;
  /** Stands there until it is known who may see it. */
  waiting: ReactNode;
  children: ReactNode;
}

/** The screen of a resource for those who may see it; for others what they lack. */
export function Permitted({ resource, waiting, children }: Props) {
  const { canAccess, isPending, error, refetch } = useCanAccess({ resource, action: 'list' });
  if (isPending) return waiting;
  if (canAccess) return children;
  if (error) return <Failed error={error} onRetry={refetch} />;
  return (
    <Forbidden resource={resource} action="list">
      <ToHome />
    </Forbidden>
  );
}
