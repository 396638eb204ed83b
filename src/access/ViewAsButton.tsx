import Visibility from '@mui/icons-material/VisibilityOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { viewAs } from '../../contract/calls/session.ts';
import { useIdentity, useMayCall } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { homePath, http } from '../services/services.ts';
import { useAsyncAction } from '../ui/useToast.ts';

/** In a row of administrators or roles: shows the console as they see it. */
export function ViewAsButton({ resource: { name, entity } }: { resource: Resource }) {
  const translate = useTranslate();
  const record = useRecordContext();
  const me = useIdentity();
  const mayCall = useMayCall();
  const { isBusy, run } = useAsyncAction();
  const isSelf = name === 'admin' ? record?.id === me?.id : record?.id === me?.role?.id;
  if (!record || record.beyond || isSelf || !mayCall(viewAs)) return null;
  const label = translate('roleForm.viewAs', { name: String(record[entity.label]) });
  const view = () =>
    run(async () => {
      await http.call(viewAs, { [name]: Number(record.id) });
      window.location.assign(homePath);
    });
  return (
    <Tooltip title={label}>
      <IconButton size="small" disabled={isBusy} onClick={view} aria-label={label}>
        <Visibility fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
