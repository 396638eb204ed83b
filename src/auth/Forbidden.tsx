import Lock from '@mui/icons-material/LockOutlined';
import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type Action, ruleOfAction } from '../../authProvider/index.ts';
import { calls } from '../../contract/index.ts';
import { EmptyState, type EmptyStateProps, ToList } from '../ui/states/EmptyState.tsx';
import { useRights } from '../ui/useToast.ts';

interface ForbiddenProps extends Pick<EmptyStateProps, 'level' | 'children'> {
  resource: string;
  action: Action;
}

/** What the role may not do with the records of a resource. */
export function Forbidden({ resource, action, ...face }: ForbiddenProps) {
  const right = useRights()(resource, action);
  return <LacksRule right={right} rule={ruleOfAction(action, resource)} {...face} />;
}

interface LacksRuleProps extends Pick<EmptyStateProps, 'level' | 'children'> {
  /** What is lacked, in the console's language. */
  right: string;
  /** The path of the rule. */
  rule: string | undefined;
}

/** What the role lacks; the rule's own title and path below it, for who gives it. */
export function LacksRule({ right, rule, level, children }: LacksRuleProps) {
  const translate = useTranslate();
  const title = rule && calls.get(rule)?.call.title;
  return (
    <EmptyState
      icon={Lock}
      level={level}
      title={translate('pages.forbidden')}
      hint={
        <>
          {translate('pages.forbiddenHint', { right })}
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

interface NoRightProps {
  resource: string;
  action: Action;
  onClose: () => void;
}

/** In a panel: the role may not do what it is for. */
export function NoRight({ resource, action, onClose }: NoRightProps) {
  return (
    <Forbidden level={3} resource={resource} action={action}>
      <ToList onClose={onClose} />
    </Forbidden>
  );
}
