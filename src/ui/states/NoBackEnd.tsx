import LinkOff from '@mui/icons-material/LinkOff';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { reload } from '../../services/reload.ts';
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx';

interface Props extends Pick<EmptyStateProps, 'level'> {
  /** Where there is none; else `config.json` cannot be read, or names none. */
  host?: string;
}

/** In the place of a console that has no back end: it does not guess whom to send a password to. */
export function NoBackEnd({ level, host }: Props) {
  const translate = useTranslate();
  return (
    <EmptyState
      icon={LinkOff}
      role="alert"
      level={level}
      title={translate(host ? 'pages.noBackEnd' : 'pages.badConfig', { host })}
      hint={translate(host ? 'pages.noBackEndHint' : 'pages.badConfigHint', { host })}
    >
      <Button variant="outlined" onClick={reload}>
        {translate('frame.reload')}
      </Button>
    </EmptyState>
  );
}
