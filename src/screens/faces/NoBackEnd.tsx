import LinkOff from '@mui/icons-material/LinkOff';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { reload } from '../../reload.ts';
import { Face, type FaceProps } from './Face.tsx';

interface Props extends Pick<FaceProps, 'level'> {
  /** Where there is none; else the file that names one cannot be read. */
  host?: string;
}

/** In the place of a console that has no back end: it does not guess whom to send a password to. */
export function NoBackEnd({ level, host }: Props) {
  const translate = useTranslate();
  return (
    <Face
      icon={LinkOff}
      role="alert"
      level={level}
      title={translate(host ? 'pages.noneThere' : 'pages.noBackEnd', { host })}
      hint={translate(host ? 'pages.noneThereHint' : 'pages.noBackEndHint', { host })}
    >
      <Button variant="outlined" onClick={reload}>
        {translate('frame.reload')}
      </Button>
    </Face>
  );
}
