import { Button, DialogActions, DialogContent } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { Form, ResourceContextProvider, useTranslate } from 'ra-core';
import { useFormState } from 'react-hook-form';
import type { Params } from '../../contract/call.ts';
import { saveProfile } from '../../contract/calls/auth.ts';
import { admin } from '../../contract/entities/admin.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { authProvider, http } from '../services/services.ts';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { AccountDialog, type AccountDialogProps } from './AccountDialog.tsx';

type Profile = Params<typeof saveProfile>;
const names = ['nickname', 'email', 'avatar'] as const satisfies (keyof Profile)[];

/** One's own nickname, e-mail address and picture. Only what differs is sent. */
export function ProfileDialog({ identity, isOpen, onClose }: AccountDialogProps) {
  const translate = useTranslate();
  const toast = useToast();
  const queries = useQueryClient();
  const { isBusy, run } = useAsyncAction();
  const before = { nickname: identity.nickname, email: identity.email, avatar: identity.own_avatar };

  const save = async (typed: Profile) => {
    let errors: Record<string, string> | undefined;
    const changed = names.filter((name) => (typed[name] ?? '') !== (before[name] ?? ''));
    const work = async () => {
      await http.call(saveProfile, Object.fromEntries(changed.map((name) => [name, typed[name] ?? ''])));
      toast.success('profile.saved');
      authProvider.forgetIdentity();
      await queries.invalidateQueries({ queryKey: ['auth', 'getIdentity'] });
      onClose();
    };
    await run(work, (wrong) => {
      errors = wrong;
    });
    return errors;
  };

  return (
    <AccountDialog title={translate('profile.title')} isOpen={isOpen} onClose={onClose}>
      {isOpen && (
        <ResourceContextProvider value={admin.name}>
          <Form record={{ id: identity.id, ...before }} onSubmit={save}>
            <DialogContent sx={{ display: 'grid', gap: 2 }}>
              {names.map((name) => (
                <InputOf
                  key={name}
                  field={saveProfile.params[name]}
                  name={name}
                  isNew={false}
                  {...(name === 'nickname' && { hint: 'profile.nicknameHint' })}
                />
              ))}
            </DialogContent>
            <DialogActions>
              <SaveButton isBusy={isBusy} />
            </DialogActions>
          </Form>
        </ResourceContextProvider>
      )}
    </AccountDialog>
  );
}

function SaveButton({ isBusy }: { isBusy: boolean }) {
  const translate = useTranslate();
  const { isDirty } = useFormState();
  return (
    <Button type="submit" variant="contained" disabled={!isDirty} loading={isBusy}>
      {translate('profile.save')}
    </Button>
  );
}
