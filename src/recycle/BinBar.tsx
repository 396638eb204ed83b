import Close from '@mui/icons-material/Close';
import DeleteForever from '@mui/icons-material/DeleteForeverOutlined';
import Restore from '@mui/icons-material/RestoreOutlined';
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { recyclePurge, recycleRestore } from '../../contract/calls/recycle.ts';
import { useMayCall } from '../auth/useMay.ts';
import { barPlace } from '../bulk/SelectionBar.tsx';

interface Props {
  n: number;
  onAsk: (what: 'restore' | 'purge') => void;
  onClear: () => void;
}

/** What may be done with what is selected in the recycle bin. */
export function BinBar({ n, onAsk, onClear }: Props) {
  const translate = useTranslate();
  const mayCall = useMayCall();
  return (
    <Box role="toolbar" aria-label={translate('bulk.bar')} sx={barPlace}>
      <Tooltip title={translate('bulk.clear')}>
        <IconButton size="small" aria-label={translate('bulk.clear')} onClick={onClear}>
          <Close fontSize="small" />
        </IconButton>
      </Tooltip>
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {translate('bulk.selected', { n })}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, ml: { xs: 'auto', md: 1 } }}>
        {mayCall(recycleRestore) && (
          <Button size="small" startIcon={<Restore />} onClick={() => onAsk('restore')}>
            {translate('recycle.restore')}
          </Button>
        )}
        {mayCall(recyclePurge) && (
          <Button size="small" color="error" startIcon={<DeleteForever />} onClick={() => onAsk('purge')}>
            {translate('recycle.purge')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
