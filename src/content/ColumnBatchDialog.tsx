import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  MenuItem,
  TextField,
} from '@mui/material';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { modelNames } from '../../contract/models.ts';
import { useHasNoTopLevel } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { ChoiceSelect } from '../fields/ChoiceSelect.tsx';
import { useAll } from '../fields/useAll.ts';
import { useToast } from '../ui/useToast.ts';
import { parseOutline } from './parseOutline.ts';
import { type Failure, useAddColumns } from './useAddColumns.ts';

/**
 * Adds several columns at once: one title a line, indented below its parent. Failed lines stay in the box with the
 * reason.
 */
export function ColumnBatchDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const toast = useToast();
  const refresh = useRefresh();
  const add = useAddColumns(resource);
  const { data: columns = [] } = useAll(resource.name);
  const hasNoTopLevel = useHasNoTopLevel(resource.entity);
  const [text, setText] = useState('');
  const [model, setModel] = useState<string>(modelNames[0] ?? '');
  const [parent, setParent] = useState(0);
  const [done, setDone] = useState<number>();
  const [outcome, setOutcome] = useState<{ added: number; failures: Failure[] }>();
  const outline = parseOutline(text);
  const isBusy = done !== undefined;

  const submit = async () => {
    setDone(0);
    const ended = await add(outline, model, parent || null, setDone);
    setDone(undefined);
    refresh();
    if (ended.failures.length === 0) {
      toast.success(translate('column.batchDone', { smart_count: ended.added }));
      return onClose();
    }
    setText(ended.text);
    setOutcome(ended);
  };

  return (
    // Escape or a click beside the dialog would lose the typed text.
    <Dialog
      open
      onClose={isBusy || text.trim() ? undefined : onClose}
      aria-labelledby="batch-title"
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id="batch-title">{translate('column.batchTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <TextField
            select
            label={label('model')}
            value={model}
            disabled={isBusy}
            onChange={({ target }) => setModel(target.value)}
          >
            {modelNames.map((name) => (
              <MenuItem key={name} value={name}>
                {translate(`resources.${resource.name}.choices.model.${name}`)}
              </MenuItem>
            ))}
          </TextField>
          <ChoiceSelect
            choices={columns.map(({ id, title, level }) => ({ value: Number(id), name: String(title), level }))}
            value={parent}
            onChange={(value) => setParent(Number(value))}
            unset={
              hasNoTopLevel
                ? { value: 0, label: translate('column.choose'), isOffered: false, isHint: true }
                : { value: 0, label: translate('form.top'), isOffered: true }
            }
            input={{ label: translate('column.batchParent'), disabled: isBusy }}
          />
        </Box>
        <TextField
          label={label('title')}
          multiline
          minRows={8}
          maxRows={16}
          autoFocus
          value={text}
          disabled={isBusy}
          onChange={({ target }) => setText(target.value)}
          helperText={translate('column.batchLines')}
        />
        {isBusy && (
          <Box role="status">
            {translate('column.batchAdding', { done, n: outline.length })}
            <LinearProgress variant="determinate" value={(100 * done) / outline.length} aria-hidden sx={{ mt: 0.5 }} />
          </Box>
        )}
        {outcome && !isBusy && (
          <Alert severity="error">
            {translate('column.batchFailed', { n: outcome.added })}
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {outcome.failures.map((each) => (
                <li key={each.line}>{translate('column.batchLine', { ...each })}</li>
              ))}
            </Box>
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {translate('list.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={outline.length === 0 || (hasNoTopLevel && parent === 0)}
          loading={isBusy}
          onClick={submit}
        >
          {translate('column.batchAdd', { smart_count: outline.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
