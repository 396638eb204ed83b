import ContentCopy from '@mui/icons-material/ContentCopy';
import { Button, IconButton, Tooltip } from '@mui/material';
import {
  type Identifier,
  type RaRecord,
  useCloseNotification,
  useListContext,
  useNotify,
  useRefresh,
  useTranslate,
} from 'ra-core';
import { Link, useNavigate } from 'react-router-dom';
import { batchUndo } from '../../contract/calls/batch.ts';
import { bulkDuplicate, maxCopies } from '../../contract/calls/bulk.ts';
import { narrowedPath } from '../../contract/paths.ts';
import { isRefusal } from '../../dataProvider/failure.ts';
import type { Resource } from '../declaration/resource.ts';
import { useWhyRefused } from '../delete/useUndo.tsx';
import { basename, features, http } from '../services/services.ts';
import { useAsyncAction } from '../ui/useToast.ts';
import { useOfferUndo } from './useOfferUndo.tsx';

/** Copies records in one call; a toast links to the copies, and undoes them where they are not shown already. */
function useDuplicate({ name, entity, path }: Resource) {
  const offerUndo = useOfferUndo();
  const refresh = useRefresh();
  const { isBusy, run } = useAsyncAction();
  const why = useWhyRefused(name);
  const copy = async (ids: number[]) => {
    try {
      return await http.call(bulkDuplicate, { entity: name, ids });
    } catch (error) {
      if (!isRefusal(error) || !error.data.errors) throw error;
      const errors = error.data.errors as Record<string, string>;
      throw new Error(`${error.sentence} (${why({ id: 0, title: '', msg: '', errors })})`);
    }
  };
  const duplicate = (ids: number[], onDone?: (copyPath: string) => void, isUndoable = true) =>
    run(async () => {
      const { ids: copies = [], batch } = await copy(ids);
      const n = copies.length;
      const to = `${basename}${n === 1 ? `${path}/${copies[0]}` : narrowedPath(entity, { ids: copies })}`;
      const undone = isUndoable && features.offers(batchUndo) ? batch : undefined;
      offerUndo('bulk.duplicated', { smart_count: n }, undone, <CopiesLink to={to} n={n} />);
      refresh();
      onDone?.(to);
    });
  return { isBusy, duplicate };
}

function CopiesLink({ to, n }: { to: string; n: number }) {
  const translate = useTranslate();
  const close = useCloseNotification();
  return (
    <Button color="inherit" size="small" component={Link} to={to} onClick={() => close()}>
      {translate('bulk.openCopies', { smart_count: n })}
    </Button>
  );
}

interface Props {
  resource: Resource;
  record: RaRecord<Identifier>;
  opensCopy?: boolean;
}

export function DuplicateButton({ resource, record, opensCopy = false }: Props) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { isBusy, duplicate } = useDuplicate(resource);
  const label = translate('bulk.duplicate');
  return (
    <Tooltip title={label}>
      <IconButton
        size={opensCopy ? 'medium' : 'small'}
        disabled={isBusy}
        aria-label={`${label} ${record[resource.entity.label]}`}
        onClick={() => duplicate([Number(record.id)], opensCopy ? navigate : undefined, !opensCopy)}
      >
        <ContentCopy fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

export function DuplicateMany({ resource, ids }: { resource: Resource; ids: number[] }) {
  const translate = useTranslate();
  const { onUnselectItems } = useListContext();
  const { isBusy, duplicate } = useDuplicate(resource);
  const notify = useNotify();
  const handleClick = () => {
    if (ids.length <= maxCopies) duplicate(ids, () => onUnselectItems());
    else notify('bulk.duplicateMost', { type: 'warning', messageArgs: { most: maxCopies, n: ids.length } });
  };
  return (
    <Button size="small" startIcon={<ContentCopy />} loading={isBusy} onClick={handleClick}>
      {translate('bulk.duplicate')}
    </Button>
  );
}
