import SearchOff from '@mui/icons-material/SearchOff';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Face } from './Face.tsx';
import { ToList } from './ToList.tsx';

interface Props {
  onClose: () => void;
  /** The key of what is said of it. */
  hint?: string;
  /** More ways on. */
  children?: ReactNode;
}

/** In a panel: the address names a record that is not there. */
export function NoRecord({ onClose, hint = 'pages.noRecordHint', children }: Props) {
  const translate = useTranslate();
  return (
    <Face icon={SearchOff} level={3} title={translate('pages.noRecord')} hint={translate(hint)}>
      {children}
      <ToList onClose={onClose} />
    </Face>
  );
}
