import { useTranslate } from 'ra-core';
import { returnToAuthor } from '../../../contract/calls/publishing.ts';
import { http } from '../../services/services.ts';
import { useToast } from '../../ui/useToast.ts';
import { NoteDialog } from '../NoteDialog.tsx';

interface Props {
  about: { entity: string; id: number };
  onClose: () => void;
  onReturned: () => unknown;
}

/** Asks for the sentence with which a text is returned to its author. */
export function ReturnDialog({ about, onClose, onReturned }: Props) {
  const translate = useTranslate();
  const toast = useToast();
  return (
    <NoteDialog
      title={translate('publishing.returnTitle')}
      label={translate('publishing.note')}
      action={translate('publishing.return')}
      isRequired
      onClose={onClose}
      onSend={async (note) => {
        await http.call(returnToAuthor, { ...about, note });
        toast.success('publishing.returned');
        onClose();
        await onReturned();
      }}
    />
  );
}
