import Fingerprint from '@mui/icons-material/Fingerprint';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import type { CredentialJson } from '../../contract/calls/auth.ts';
import { useAsyncAction } from '../ui/useToast.ts';
import { askPasskey } from './passkey.ts';

interface Props {
  isBusy: boolean;
  /** It is what is asked for first. */
  isFirst?: boolean;
  onAnswer: (passkey: CredentialJson) => Promise<unknown>;
  children: ReactNode;
}

/** Asks the browser for a passkey; what goes wrong is said in a toast. */
export function PasskeyButton({ isBusy, isFirst = false, onAnswer, children }: Props) {
  const { isBusy: isAsking, run } = useAsyncAction();
  return (
    <Button
      variant={isFirst ? 'contained' : 'outlined'}
      size="large"
      autoFocus={isFirst}
      startIcon={<Fingerprint />}
      disabled={isBusy}
      loading={isAsking}
      loadingPosition="start"
      onClick={() => run(async () => onAnswer(await askPasskey()))}
    >
      {children}
    </Button>
  );
}
