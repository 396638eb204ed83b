import Lock from '@mui/icons-material/LockOutlined';
import { Box } from '@mui/material';
import { useCanAccess, useTranslate } from 'ra-core';
import { type ReactNode, Suspense } from 'react';
import { type Action, ruleOfAction } from '../../authProvider/index.ts';
import { titleOfRule } from '../../contract/index.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { EmptyState, type EmptyStateProps, ToHome, ToList } from '../ui/states/EmptyState.tsx';
import { Failed } from '../ui/states/Failed.tsx';
import { useRights } from '../ui/useToast.ts';

/** Who can give a rule that one lacks. */
export const Givers = lazyComponent(() => import('../access/Givers.tsx').then((module) => module.Givers));

interface ForbiddenProps extends Pick<EmptyStateProps, 'level' | 'children'> {
  resource: string;
  action: Action;
}

export function Forbidden({ resource, action, ...props }: ForbiddenProps) {
  const right = useRights()(resource, action);
  return <LacksRule right={right} rule={ruleOfAction(action, resource)} {...props} />;
}

interface LacksRuleProps extends Pick<EmptyStateProps, 'level' | 'children'> {
  right: string;
  rule: string | undefined;
}

function LacksRule({ right, rule, level, children }: LacksRuleProps) {
  const translate = useTranslate();
  const title = rule && titleOfRule(rule);
  return (
    <EmptyState
      icon={Lock}
      level={level}
      title={translate('pages.forbidden')}
      hint={
        <>
          {translate('pages.forbiddenHint', { right })}
          {rule && (
            <Suspense>
              <Givers rule={rule} />
            </Suspense>
          )}
          {rule && (
            <Box component="code" sx={{ display: 'block', mt: 0.5, typography: 'caption', fontFamily: 'monospace' }}>
              {[title, rule].filter(Boolean).join(' · ')}
            </Box>
          )}
        </>
      }
    >
      {children}
    </EmptyState>
  );
}

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
