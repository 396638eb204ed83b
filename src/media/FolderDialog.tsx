import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { ChoiceSelect, withoutBranch } from '../fields/ChoiceSelect.tsx';
import { features, http } from '../services/services.ts';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import type { Folder } from './mediaRecord.ts';

interface FolderDialogProps {
  folders: Folder[];
  folder?: Folder;
  parent?: number;
  onClose: () => void;
  onCreated?: (id: number) => void;
}

export function FolderDialog({ folders, folder, parent = 0, onClose, onCreated }: FolderDialogProps) {
  const translate = useTranslate();
  const label = useFieldLabel(mediaFolder.name);
  const toast = useToast();
  const queries = useQueryClient();
  const { isBusy, run } = useAsyncAction();
  const [title, setTitle] = useState(folder?.title ?? '');
  const [pid, setPid] = useState(folder ? (folder.pid ?? 0) : parent);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const name = title.trim();
  const save = (event: FormEvent) => {
    event.preventDefault();
    // In React a dialog's events bubble to the form that opened it.
    event.stopPropagation();
    if (!name) return setErrors({ title: translate('ra.validation.required') });
    return run(async () => {
      try {
        if (folder) {
          const version = features.has('version') ? { version: folder.version } : {};
          await http.call(mediaFolder.calls.update, { id: folder.id, title: name, pid, ...version });
        } else {
          const created = await http.call(mediaFolder.calls.create, { title: name, pid });
          onCreated?.((created as { id?: number } | undefined)?.id ?? 0);
        }
        toast.success('form.saved');
        onClose();
      } finally {
        queries.invalidateQueries({ queryKey: [mediaFolder.name] });
      }
    }, setErrors);
  };
  const parents = folder ? withoutBranch(folders, folder.id, 'pid') : folders;
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="folder-title">
      <form onSubmit={save} noValidate>
        <DialogTitle id="folder-title">{translate(folder ? 'media.folder.edit' : 'media.folder.create')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <TextField
            label={label('title')}
            value={title}
            autoFocus
            required
            error={Boolean(errors.title)}
            helperText={errors.title}
            onChange={({ target }) => setTitle(target.value)}
            slotProps={{ htmlInput: { maxLength: mediaFolder.fields.title.max, autoComplete: 'off' } }}
          />
          <ChoiceSelect
            choices={parents.map(({ id, title, level }) => ({ value: id, name: title, level }))}
            value={pid}
            onChange={(value) => setPid(Number(value))}
            unset={{ value: 0, label: translate('form.top'), isOffered: true }}
            input={{ label: label('pid'), error: Boolean(errors.pid), helperText: errors.pid }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('list.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {translate('form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type FolderDeleteProps = { folder: Folder; onClose: () => void; onDeleted: () => void };

export function FolderDelete({ folder, onClose, onDeleted }: FolderDeleteProps) {
  const translate = useTranslate();
  const toast = useToast();
  const queries = useQueryClient();
  const { isBusy, run } = useAsyncAction();
  const remove = () =>
    run(async () => {
      try {
        await http.call(mediaFolder.calls.delete, { id: folder.id });
        toast.success('media.folder.deleted', { name: folder.title });
        onDeleted();
      } finally {
        onClose();
        queries.invalidateQueries({ queryKey: [mediaFolder.name] });
      }
    });
  const isFull = folder.total > 0;
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="folder-title">
      <DialogTitle id="folder-title">{translate('list.deleteTitle', { title: folder.title })}</DialogTitle>
      <DialogContent>
        <DialogContentText>
          {translate(isFull ? 'media.folder.full' : 'media.folder.deleteHint', { smart_count: folder.total })}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus={isFull}>
          {translate(isFull ? 'form.close' : 'list.cancel')}
        </Button>
        {!isFull && (
          <Button color="error" variant="contained" autoFocus loading={isBusy} onClick={remove}>
            {translate('list.delete')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
