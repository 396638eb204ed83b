import LinkOff from '@mui/icons-material/LinkOff';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { reload } from '../../reload.ts';
import { Face, type FaceProps } from './Face.tsx';

interface Props extends Pick<FaceProps, 'level'> {
  /** There is no such file, and no back end where the page came from. */
  isNone?: boolean;
}

/** In the place of a console whose `config.json` cannot be read or found: it does not guess whom to send a password to. */
export function NoBackEnd({ level, isNone = false }: Props) {
  const translate = useTranslate();
  return (
    <Face
      icon={LinkOff}
      role="alert"
      level={level}
      title={translate(isNone ? 'pages.noneHere' : 'pages.noBackEnd')}
      hint={translate(isNone ? 'pages.noneHereHint' : 'pages.noBackEndHint')}
    >
      <Button variant="outlined" onClick={reload}>
        {translate('frame.reload')}
      </Button>
    </Face>
  );
}
