import Edit from '@mui/icons-material/EditOutlined';
import { Box, Button, Chip, IconButton, Tooltip, Typography } from '@mui/material';
import { type RaRecord, useRefresh, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { useTemplate } from '../../contract/calls/config.ts';
import { http } from '../services/services.ts';
import { StateChip } from '../ui/StateChip.tsx';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { Thumbnail } from './Thumbnail.tsx';

interface Props {
  template: RaRecord;
  mayUse: boolean;
  /** The link to its form; undefined without the right to edit it. */
  editAt: string | undefined;
}

export function TemplateCard({ template, mayUse, editAt }: Props) {
  const translate = useTranslate();
  const toast = useToast();
  const refresh = useRefresh();
  const { isBusy, run } = useAsyncAction();
  const { id, title, path, thumb, is_use, found, device } = template;
  const name = String(title);
  const isUsed = Boolean(is_use);
  const isGone = found === 0;
  const use = () =>
    run(
      async () => {
        await http.call(useTemplate, { id: Number(id) });
        toast.success('templates.used', { name });
        refresh();
      },
      refresh,
      refresh,
    );
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        p: 1.5,
        gap: 1,
        border: 1,
        borderRadius: 1,
        minWidth: 0,
        borderColor: isUsed ? 'primary.main' : 'divider',
        boxShadow: isUsed ? ({ palette }) => `inset 0 0 0 1px ${palette.primary.main}` : undefined,
      }}
    >
      <Thumbnail src={String(thumb ?? '')} width="100%" />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
        <Typography component="h3" noWrap title={name} sx={{ flex: 1, fontWeight: 'fontWeightMedium' }}>
          {name}
        </Typography>
        {device && (
          <Chip
            size="small"
            variant="outlined"
            label={translate(`resources.template.choices.device.${device}`, { _: device })}
          />
        )}
      </Box>
      <Typography variant="caption" color="text.secondary" noWrap title={path} sx={{ fontFamily: 'monospace' }}>
        {path}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
        <Box sx={{ flex: 1 }}>
          {isUsed && <StateChip label={translate('templates.inUse')} />}
          {!isUsed && !isGone && mayUse && (
            <Button
              size="small"
              variant="outlined"
              loading={isBusy}
              aria-label={translate('templates.useNamed', { name })}
              onClick={use}
            >
              {translate('templates.use')}
            </Button>
          )}
          {isGone && <StateChip severity="warning" label={translate('templates.gone')} />}
        </Box>
        {editAt && (
          <Tooltip title={translate('templates.editNamed', { name })}>
            <IconButton
              size="small"
              component={Link}
              to={editAt}
              aria-label={translate('templates.editNamed', { name })}
            >
              <Edit fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Box>
    </Box>
  );
}
