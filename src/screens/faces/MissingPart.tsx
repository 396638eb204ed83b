import ExtensionOff from '@mui/icons-material/ExtensionOffOutlined';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useConnection } from '../../layout/useConnection.ts';
import { reload } from '../../reload.ts';
import { Face, type FaceProps } from './Face.tsx';
import { ToList } from './ToList.tsx';

interface Props extends Pick<FaceProps, 'level'> {
  /** In a panel: the way out of it. */
  onClose?: () => void;
}

/** A part of the console did not load: there is a newer build, or no line. */
export function MissingPart({ onClose, level }: Props) {
  const translate = useTranslate();
  const { line, isOutdated } = useConnection();
  return (
    <Face
      icon={ExtensionOff}
      role="alert"
      level={level}
      title={translate('pages.missingPart')}
      hint={translate(isOutdated ? 'connection.outdated' : 'pages.missingPartHint')}
    >
      <Button variant="outlined" disabled={line === 'offline'} onClick={reload}>
        {translate('frame.reload')}
      </Button>
      {onClose && <ToList onClose={onClose} />}
    </Face>
  );
}
