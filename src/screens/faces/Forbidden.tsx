import Lock from '@mui/icons-material/LockOutlined';
import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type Action, ruleOfAction } from '../../../authProvider/index.ts';
import { calls } from '../../../contract/index.ts';
import { Face, type FaceProps } from './Face.tsx';
import { useRights } from './useRights.ts';

interface Props extends Pick<FaceProps, 'level' | 'children'> {
  resource: string;
  action: Action;
}

/** What the role lacks, by its name in the console's language; the rule's own title and path below it, for who gives it. */
export function Forbidden({ resource, action, level, children }: Props) {
  const translate = useTranslate();
  const right = useRights()(resource, action);
  const rule = ruleOfAction(action, resource);
  const title = rule && calls.get(rule)?.call.title;
  return (
    <Face
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
    </Face>
  );
}
