import Add from '@mui/icons-material/CreateNewFolderOutlined';
import Delete from '@mui/icons-material/DeleteOutline';
import Edit from '@mui/icons-material/DriveFileRenameOutline';
import { Button } from '@mui/material';
import { useListContext, useRefresh, useTranslate } from 'ra-core';
import { type DragEvent, useState } from 'react';
import { mediaMove } from '../../contract/calls/media.ts';
import { media } from '../../contract/entities/media.ts';
import { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import { useMay, useMayCall } from '../auth/useMay.ts';
import { useOfferUndo } from '../bulk/useOfferUndo.tsx';
import { useAll } from '../fields/useAll.ts';
import { useChangeFilters } from '../list/LatestFiltersProvider.tsx';
import { ListAside } from '../list/ListAside.tsx';
import { http } from '../services/services.ts';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { useMayUpload } from '../upload/uploadKinds.ts';
import { sendToLibrary } from '../upload/uploads.ts';
import { droppedFiles, hasFiles } from '../utils/files.ts';
import { FolderDelete, FolderDialog } from './FolderDialog.tsx';
import { draggedMedia, type Folder, isMediaDrag } from './mediaRecord.ts';

export function MediaFolders() {
  const translate = useTranslate();
  const toast = useToast();
  const refresh = useRefresh();
  const { run } = useAsyncAction();
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const { data } = useAll(mediaFolder.name);
  const folders = (data ?? []) as Folder[];
  const mayMove = useMayCall()(mediaMove);
  // A batch of files is undone by their edit call.
  const mayUndo = useMay(media.name, 'edit');
  const offerUndo = useOfferUndo();
  const mayUpload = useMayUpload();
  const may = {
    create: useMay(mediaFolder.name, 'create'),
    edit: useMay(mediaFolder.name, 'edit'),
    delete: useMay(mediaFolder.name, 'delete'),
  };
  const [dialog, setDialog] = useState<'create' | 'edit' | 'delete'>();
  const [dropTarget, setDropTarget] = useState<number>();
  const current = Number(filterValues.folder_id ?? 0);
  const folder = folders.find(({ id }) => id === current);
  const choose = (id: number) => changeFilters({ folder_id: id || undefined });

  const move = async (ids: number[], { id, title }: { id: number; title: string }) => {
    await run(async () => {
      const { done, failed = [], batch } = await http.call(mediaMove, { ids, folder_id: id });
      if (failed[0]) toast.error(new Error(failed[0].msg));
      else offerUndo('media.moved', { smart_count: done, folder: title }, mayUndo ? batch : undefined);
    });
    refresh();
  };
  const canDrop = (event: DragEvent) => (isMediaDrag(event) ? mayMove : mayUpload && hasFiles(event));
  const dropOn = (choice: { id: number; title: string }) => ({
    onDragOver: (event: DragEvent) => {
      if (!canDrop(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setDropTarget(choice.id);
    },
    onDragLeave: () => setDropTarget(undefined),
    onDrop: (event: DragEvent) => {
      setDropTarget(undefined);
      if (!canDrop(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (isMediaDrag(event)) move(draggedMedia(event), choice);
      else sendToLibrary(droppedFiles(event), choice.id || null);
    },
    isMarked: dropTarget === choice.id,
  });

  const button = (key: 'create' | 'edit' | 'delete', Icon: typeof Add) =>
    may[key] && (
      <Button key={key} size="small" startIcon={<Icon />} onClick={() => setDialog(key)}>
        {translate(`media.folder.${key}`)}
      </Button>
    );
  const close = () => setDialog(undefined);
  return (
    <ListAside
      label={translate('media.folders')}
      choices={[{ id: 0, title: translate('media.all') }, ...folders]}
      current={current}
      onChoose={choose}
      dropOn={dropOn}
    >
      {button('create', Add)}
      {folder && button('edit', Edit)}
      {folder && button('delete', Delete)}
      {dialog === 'create' && <FolderDialog folders={folders} parent={current} onClose={close} onCreated={choose} />}
      {dialog === 'edit' && folder && <FolderDialog folders={folders} folder={folder} onClose={close} />}
      {dialog === 'delete' && folder && (
        <FolderDelete folder={folder} onClose={close} onDeleted={() => choose(folder.pid ?? 0)} />
      )}
    </ListAside>
  );
}
