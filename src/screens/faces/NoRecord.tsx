import SearchOff from '@mui/icons-material/SearchOff';
import { useTranslate } from 'ra-core';
import { Face } from './Face.tsx';
import { ToList } from './ToList.tsx';

/** In a panel: the address names a record that is not there. */
export function NoRecord({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  return (
    <Face icon={SearchOff} level={3} title={translate('pages.noRecord')} hint={translate('pages.noRecordHint')}>
      <ToList onClose={onClose} />
    </Face>
  );
}
