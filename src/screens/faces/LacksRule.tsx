import Lock from '@mui/icons-material/LockOutlined';
import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { calls } from '../../../contract/index.ts';
import { Face, type FaceProps } from './Face.tsx';

interface Props extends Pick<FaceProps, 'level' | 'children'> {
  /** What is lacked, in the console's language. */
  right: string;
  /** The path of the rule. */
  rule: string | undefined;
}

/** What the role lacks; the rule's own title and path below it, for who gives it. */
export function LacksRule({ right, rule, level, children }: Props) {
  const translate = useTranslate();
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
