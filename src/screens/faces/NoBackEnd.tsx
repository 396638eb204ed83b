import LinkOff from '@mui/icons-material/LinkOff';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { reload } from '../../reload.ts';
import { Face, type FaceProps } from './Face.tsx';

/** In the place of a console whose `config.json` cannot be read: it does not guess whom to send a password to. */
export function NoBackEnd({ level }: Pick<FaceProps, 'level'>) {
  const translate = useTranslate();
  return (
    <Face
      icon={LinkOff}
      role="alert"
      level={level}
      title={translate('pages.noBackEnd')}
      hint={translate('pages.noBackEndHint')}
    >
      <Button variant="outlined" onClick={reload}>
        {translate('frame.reload')}
      </Button>
    </Face>
  );
}
