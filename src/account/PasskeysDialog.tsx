import Key from '@mui/icons-material/VpnKeyOutlined';
import { Alert, Button, DialogActions, DialogContent, DialogContentText, List, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Returned } from '../../contract/call.ts';
import { addPasskey, beginPasskey, passkeys, removePasskey } from '../../contract/calls/passkey.ts';
import { Time } from '../fields/Time.tsx';
import { http } from '../services/services.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Failed } from '../ui/states/Failed.tsx';
import { useAsyncAction } from '../ui/useToast.ts';
import { AccountDialog, type AccountDialogProps } from './AccountDialog.tsx';
import { AccountListItem, EndButton } from './AccountListItem.tsx';
import { canUsePasskeys, makePasskey } from './passkey.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { passkeysKey, useFactorChange } from './useFactorChange.ts';

type Passkey = Returned<typeof passkeys>[number];

export function PasskeysDialog({ identity, isOpen, onClose }: AccountDialogProps) {
  const translate = useTranslate();
  const onChange = useFactorChange();
  const { isBusy, run } = useAsyncAction();
  const [recovery, setRecovery] = useState<string[]>([]);
  const add = () =>
    run(async () => {
      const { options } = await http.call(beginPasskey);
      const added = await http.call(addPasskey, { passkey: await makePasskey(options) });
      // The codes come first: with the factor the page that demands it goes, and this dialog with it.
      if (added.recovery.length > 0) setRecovery(added.recovery);
      else await onChange('passkeys.added');
    });
  const endRecovery = () => {
    onChange('passkeys.added');
    setRecovery([]);
  };
  const isShowingCodes = recovery.length > 0;

  return (
    // They are shown once: no key pressed in passing throws them away.
    <AccountDialog title={translate('passkeys.title')} isOpen={isOpen} onClose={isShowingCodes ? undefined : onClose}>
      {isShowingCodes ? (
        <RecoveryCodes codes={recovery} username={identity.username} onNext={endRecovery} />
      ) : (
        <>
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            <DialogContentText>{translate('passkeys.what')}</DialogContentText>
            {isOpen && <PasskeyList />}
            {!canUsePasskeys() && <Alert severity="info">{translate('passkeys.notHere')}</Alert>}
          </DialogContent>
          <DialogActions>
            <Button variant="contained" loading={isBusy} disabled={!canUsePasskeys()} onClick={add}>
              {translate('passkeys.add')}
            </Button>
          </DialogActions>
        </>
      )}
    </AccountDialog>
  );
}

function PasskeyList() {
  const { data, error, refetch } = useQuery({
    queryKey: passkeysKey,
    queryFn: ({ signal }) => http.call(passkeys, {}, signal),
    staleTime: 0,
  });
  const [removed, setRemoved] = useState<Passkey>();
  if (error && !data) return <Failed error={error} level={3} onRetry={refetch} />;
  if (!data) return <Skeleton height={48} />;
  return (
    <>
      {data.length > 0 && (
        <List disablePadding>
          {data.map((each) => (
            <PasskeyItem key={each.id} passkey={each} onRemove={() => setRemoved(each)} />
          ))}
        </List>
      )}
      {removed && <RemovePasskey passkey={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const translate = useTranslate();
  const { title, host, create_time, last_used } = passkey;
  return (
    <AccountListItem
      icon={Key}
      primary={title}
      secondary={
        <>
          {host !== location.hostname && <div>{translate('passkeys.otherHost', { host })}</div>}
          {translate('passkeys.created')} <Time value={create_time} isRelative />
          {' · '}
          {last_used ? (
            <>
              {translate('passkeys.lastUsed')} <Time value={last_used} isRelative />
            </>
          ) : (
            translate('passkeys.unused')
          )}
        </>
      }
    >
      <EndButton label={translate('passkeys.removeOne', { name: title })} onClick={onRemove}>
        {translate('passkeys.remove')}
      </EndButton>
    </AccountListItem>
  );
}

function RemovePasskey({ passkey: { id, title }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const translate = useTranslate();
  const onChange = useFactorChange();
  const remove = async () => {
    await http.call(removePasskey, { id });
    onClose();
    await onChange('passkeys.removed');
  };
  return (
    <ConfirmDialog
      title={translate('passkeys.removeTitle', { name: title })}
      hint={translate('passkeys.removeHint')}
      action={translate('passkeys.remove')}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
