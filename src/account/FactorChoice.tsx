import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ComponentType, useState } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import { features } from '../services/services.ts';
import type { AccountDialogProps } from './AccountDialog.tsx';
import { PasskeysDialog } from './PasskeysDialog.tsx';
import { canUsePasskeys } from './passkey.ts';
import { TotpDialog } from './TotpDialog.tsx';

interface Part {
  title: string;
  isOffered: () => boolean;
  Dialog: ComponentType<AccountDialogProps>;
}

const parts: Part[] = [
  { title: 'passkeys.title', isOffered: canUsePasskeys, Dialog: PasskeysDialog },
  { title: 'totp.title', isOffered: () => features.has('totp'), Dialog: TotpDialog },
];

/** The ways to a second factor that this browser and this back end have. */
export function FactorChoice({ identity }: { identity: Identity }) {
  const translate = useTranslate();
  const [open, setOpen] = useState<string>();
  return (
    <>
      {parts
        .filter(({ isOffered }) => isOffered())
        .map(({ title, Dialog }, at) => (
          <div key={title}>
            <Button fullWidth variant={at === 0 ? 'contained' : 'outlined'} size="large" onClick={() => setOpen(title)}>
              {translate('factor.setUp', { name: translate(title) })}
            </Button>
            <Dialog identity={identity} isOpen={open === title} onClose={() => setOpen(undefined)} />
          </div>
        ))}
    </>
  );
}
