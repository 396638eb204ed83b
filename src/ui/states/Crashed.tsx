import ReportGmailerrorred from '@mui/icons-material/ReportGmailerrorred';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { reload } from '../../services/reload.ts';
import { Face, type FaceProps } from './Face.tsx';

interface Props extends Pick<FaceProps, 'level'> {
  error?: unknown;
  resetErrorBoundary?: (reason?: unknown) => void;
}

/** A page that failed by itself. */
export function Crashed({ resetErrorBoundary, level }: Props) {
  const translate = useTranslate();
  return (
    <Face
      icon={ReportGmailerrorred}
      role="alert"
      level={level}
      title={translate('pages.crashed')}
      hint={translate('pages.crashedHint')}
    >
      {resetErrorBoundary && (
        <Button variant="outlined" onClick={resetErrorBoundary}>
          {translate('list.retry')}
        </Button>
      )}
      <Button onClick={reload}>{translate('frame.reload')}</Button>
    </Face>
  );
}
