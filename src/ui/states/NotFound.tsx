import ExploreOff from '@mui/icons-material/ExploreOffOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../pageTitle.ts';
import { EmptyState, type EmptyStateProps, ToHome, ToList } from './EmptyState.tsx';

export function NotFound({ level }: Pick<EmptyStateProps, 'level'>) {
  const translate = useTranslate();
  usePageTitle('404');
  return (
    <EmptyState
      icon={ExploreOff}
      level={level}
      title={translate('pages.notFound')}
      hint={translate('pages.notFoundHint')}
    >
      <ToHome />
    </EmptyState>
  );
}

interface Props {
  onClose: () => void;
  hint?: string;
  children?: ReactNode;
}

/** In a panel: the address names a record that is not there. */
export function NoRecord({ onClose, hint = 'pages.noRecordHint', children }: Props) {
  const translate = useTranslate();
  return (
    <EmptyState icon={SearchOff} level={3} title={translate('pages.noRecord')} hint={translate(hint)}>
      {children}
      <ToList onClose={onClose} />
    </EmptyState>
  );
}
