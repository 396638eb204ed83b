import Clear from '@mui/icons-material/Clear';
import { Box, DialogContentText, IconButton, MenuItem, TextField } from '@mui/material';
import { useCanAccessResources, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { editing } from '../delete/steps.ts';
import { useProvider } from '../services/queryClient.ts';
import { RunDialog } from './RunDialog.tsx';
import { editableFields } from './useBulkActions.ts';
import type { Run } from './useRun.ts';
import { ValueInput } from './ValueInput.tsx';

interface Props {
  resource: Resource;
  ids: number[];
  onDone: (run: Run) => void;
  onClose: (run: Run | undefined) => void;
}

export function EditMany({ resource, ids, onDone, onClose }: Props) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const provider = useProvider();
  const [chosen, setChosen] = useState<string[]>([]);
  const [values, setValues] = useState<Record<string, unknown>>({});
  const fields = Object.fromEntries(chosen.map((name) => [name, values[name]]));
  const isReady =
    chosen.length > 0 && chosen.every((name) => values[name] !== undefined && !Number.isNaN(values[name]));
  const references = editableFields(resource).flatMap((name) => resource.entity.fields[name]?.entity ?? []);
  const { canAccess: mayChoose } = useCanAccessResources({ action: 'choose', resources: references });
  const isOffered = (name: string) => mayChoose?.[resource.entity.fields[name]?.entity ?? ''] !== false;
  const left = editableFields(resource).filter((name) => !chosen.includes(name) && isOffered(name));
  return (
    <RunDialog
      title={translate('bulk.editTitle', { smart_count: ids.length })}
      action={translate('bulk.edit')}
      isReady={isReady}
      steps={editing(resource, fields, provider)}
      ids={ids}
      resource={resource.name}
      onDone={onDone}
      onClose={onClose}
    >
      <DialogContentText sx={{ mb: 2 }}>{translate('bulk.editHint')}</DialogContentText>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {chosen.map((name) => (
          <Box key={name} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            <ValueInput
              resource={resource}
              name={name}
              value={values[name]}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
            <IconButton
              size="small"
              aria-label={translate('bulk.leaveOut', { name: label(name) })}
              onClick={() => setChosen(chosen.filter((each) => each !== name))}
            >
              <Clear fontSize="small" />
            </IconButton>
          </Box>
        ))}
        {left.length > 0 && (
          <TextField
            select
            fullWidth
            value=""
            label={translate(chosen.length === 0 ? 'bulk.field' : 'bulk.anotherField')}
            onChange={({ target }) => setChosen([...chosen, target.value])}
          >
            {left.map((name) => (
              <MenuItem key={name} value={name}>
                {label(name)}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Box>
    </RunDialog>
  );
}
