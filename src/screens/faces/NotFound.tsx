import ExploreOff from '@mui/icons-material/ExploreOffOutlined';
import { useTranslate } from 'ra-core';
import { usePageTitle } from '../../layout/pageTitle.ts';
import { Face, type FaceProps } from './Face.tsx';
import { ToHome } from './ToHome.tsx';

/** An address that leads nowhere. */
export function NotFound({ level }: Pick<FaceProps, 'level'>) {
  const translate = useTranslate();
  usePageTitle('404');
  return (
    <Face icon={ExploreOff} level={level} title={translate('pages.notFound')} hint={translate('pages.notFoundHint')}>
      <ToHome />
    </Face>
  );
}
