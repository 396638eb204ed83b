import OpenInNew from '@mui/icons-material/OpenInNew';
import { IconButton, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { getWorkingCopy } from '../../../contract/calls/publishing.ts';
import type { Resource } from '../../declaration/resource.ts';
import { linkUrl } from '../../services/backEnd.ts';
import { http } from '../../services/services.ts';
import { useAsyncAction } from '../../ui/useToast.ts';
import { leadNewTab } from './newTab.ts';

interface Props {
  resource: Resource;
  record: { id: number } & Record<string, unknown>;
}

/** In a list's row: the record as visitors see it. */
export function ViewLiveButton({ resource, record }: Props) {
  const translate = useTranslate();
  const { isBusy, run } = useAsyncAction();
  const address = async () => {
    const { live_url } = await http.call(getWorkingCopy, { entity: resource.name, id: record.id });
    const page = linkUrl(live_url);
    if (!page) throw new Error('publishing.noPage');
    return page;
  };
  const title = translate('publishing.viewLive');
  return (
    <Tooltip title={title}>
      <IconButton
        size="small"
        disabled={isBusy}
        aria-label={`${title} ${record[resource.entity.label] ?? record.id}`}
        onClick={() => run(() => leadNewTab(address))}
      >
        <OpenInNew fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
