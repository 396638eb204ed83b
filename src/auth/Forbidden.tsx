import { useCanAccess } from 'ra-core';
import { type ReactNode, Suspense } from 'react';
import type { Action } from '../../authProvider/index.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { type EmptyStateProps, ToHome, ToList } from '../ui/states/EmptyState.tsx';
import { Failed } from '../ui/states/Failed.tsx';
import { loadRefusalMessages } from '../ui/useToast.ts';

const MissingRight = lazyComponent(() => withTexts(loadRefusalMessages().then((module) => module.MissingRight)));

interface ForbiddenProps extends Pick<EmptyStateProps, 'level' | 'children'> {
  resource: string;
  action: Action;
}

export const Forbidden = (props: ForbiddenProps) => (
  <Suspense>
    <MissingRight {...props} />
  </Suspense>
);

export const NoRight = ({ onClose, ...props }: { resource: string; action: Action; onClose: () => void }) => (
  <Forbidden level={3} {...props}>
    <ToList onClose={onClose} />
  </Forbidden>
);

interface ScreenAccessProps {
  resource: string;
  loading: ReactNode;
  children: ReactNode;
}

/**
 * Renders a resource's screen for those who may list it, and the missing right for others. Unlike react-admin's `CanAccess`, it
 * keeps the screen, and what is typed there, when the rights are read again and that fails.
 */
export function ScreenAccess({ resource, loading, children }: ScreenAccessProps) {
  const { canAccess, isPending, error, refetch } = useCanAccess({ resource, action: 'list' });
  if (isPending) return loading;
  if (canAccess) return children;
  if (error) return <Failed error={error} onRetry={refetch} />;
  return (
    <Forbidden resource={resource} action="list">
      <ToHome />
    </Forbidden>
  );
}
