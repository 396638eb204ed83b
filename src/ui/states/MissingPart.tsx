import ExtensionOff from '@mui/icons-material/ExtensionOffOutlined';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ComponentType } from 'react';
import { ini } from '../../../contract/calls/auth.ts';
import { reload } from '../../services/reload.ts';
import { connection, http } from '../../services/services.ts';
import { useConnection } from '../useConnection.ts';
import { EmptyState, type EmptyStateProps, ToList } from './EmptyState.tsx';

const missing = new WeakSet<object>();

// Vite tells of each part of the script that could not be loaded (vite.dev, "Load Error Handling").
window.addEventListener('vite:preloadError', (event) => {
  missing.add(event.payload);
  // Where the back end answers, it is the part that is gone: the console was built anew.
  http.call(ini).then(connection.outdated, () => undefined);
});

/** In the place of a part of the console that could not be loaded, a face that says so: nothing crashes. */
export function orMissing<P>(part: Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  return part.catch((error) => {
    if (!missing.has(error)) throw error;
    return MissingPart as ComponentType<P>; // it takes what it can use of any part's properties
  });
}

interface Props extends Pick<EmptyStateProps, 'level'> {
  /** In a panel: the way out of it. */
  onClose?: () => void;
}

/** A part of the console did not load: there is a newer build, or no line. */
function MissingPart({ onClose, level }: Props) {
  const translate = useTranslate();
  const { line, isOutdated } = useConnection();
  return (
    <EmptyState
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
    </EmptyState>
  );
}
