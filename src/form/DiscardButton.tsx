import { Button } from '@mui/material';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Resource } from '../declaration/resource.ts';
import { UndoButton, undoTimes } from '../delete/useUndo.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useToast } from '../ui/useToast.ts';
import { ComparedFields } from './ComparedFields.tsx';

interface Props {
  resource: Resource;
  /** The message key. */
  label: string;
  /** The fields whose values are discarded. */
  names: string[];
  values: Record<string, unknown>;
  /** The record as the form shows it afterwards. */
  record: Record<string, unknown>;
  /** @returns a function that restores the values, also after the form was left */
  discard: () => Promise<() => Promise<unknown>>;
}

/**
 * Clicks do not close the toast, so whoever closes the form at once still has ten seconds to undo. (The options of one
 * toast reach the Snackbar as props; they cannot set its slots.)
 */
const staysOnClick = { ClickAwayListenerProps: { mouseEvent: false, touchEvent: false } };

/** Asks before typed values are discarded, shows which, and offers for ten seconds to restore them. */
export function DiscardButton(props: Props) {
  const translate = useTranslate();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button color="inherit" size="small" onClick={() => setAsked(true)}>
        {translate(props.label)}
      </Button>
      {isAsked && <DiscardDialog {...props} onClose={() => setAsked(false)} />}
    </>
  );
}

export function DiscardDialog({
  resource,
  label,
  names,
  values,
  record,
  discard,
  onClose,
}: Props & { onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const toast = useToast();
  const undo = async (putBack: () => Promise<unknown>) => {
    try {
      await putBack();
      toast.success('form.putBack');
    } catch (error) {
      toast.error(error);
    }
  };
  const confirm = async () => {
    const putBack = await discard();
    onClose();
    const action = <UndoButton onUndo={() => undo(putBack)} />;
    notify('form.discarded', { type: 'success', autoHideDuration: undoTimes.offeredMs, action, ...staysOnClick });
  };
  return (
    <ConfirmDialog
      isDangerous
      isWide
      title={translate('form.discardTitle')}
      hint={translate('form.discardHint')}
      action={translate(label)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ComparedFields
        resource={resource}
        names={names}
        mine={values}
        theirs={record}
        titles={{ mine: 'form.discardMine', theirs: 'form.discardTheirs' }}
      />
    </ConfirmDialog>
  );
}
