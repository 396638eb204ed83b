import { Box, Button, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { Field } from '../../contract/fields.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { usePendingInputs } from '../fields/lazyInput.tsx';
import { listFields } from '../fields/listFields.tsx';
import { dropBlankRows } from '../fields/lists/blankRows.ts';
import { Connection, useConnection } from '../ui/Connection.tsx';
import { usePending } from '../upload/pending.ts';
import { PublishingButtons } from './publishing/PublishingButtons.tsx';
import { useAutosave } from './publishing/useAutosave.ts';
import type { Save, SaveOptions } from './useSave.ts';

interface Props {
  resource: Resource;
  save: Save;
  onClose: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** Ctrl/⌘-S presses the save button. Pressed while inputs are loading, a button waits for them. */
export function FormFooter({ resource, save, onClose, children }: Props) {
  const translate = useTranslate();
  const { control } = useFormContext();
  const { isSubmitting } = useFormState();
  const { isChecking } = useConnection();
  const { ofForms: uploading } = usePending();
  const box = useRef<HTMLDivElement>(null);
  const autosave = useAutosave();
  const isPublishing = autosave !== undefined;
  const coming = usePendingInputs();
  const [isAsked, setAsked] = useState(false);

  useEffect(() => {
    if (!isAsked || coming > 0) return;
    setAsked(false);
    box.current?.closest('form')?.requestSubmit();
  }, [isAsked, coming]);

  // Before the paint: the shortcut works as soon as the form is visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      box.current?.querySelector<HTMLButtonElement>('[data-save]')?.click();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  const submit = (options: SaveOptions = {}) => {
    save.options.current = options;
    // Default values of loading inputs would be missing, and blank rows still be there.
    if (dropBlankRows(control) || coming > 0) setAsked(true);
    else box.current?.closest('form')?.requestSubmit();
  };
  const label = (key: string) => translate(isSubmitting || isAsked ? 'form.saving' : key);
  const { status, conflict } = save.state;
  // A form that was saved may stay on the screen until the next one is there.
  const isUnsettled = conflict !== undefined || Object.keys(autosave?.tabConflicts ?? {}).length > 0;
  const isSaving = isSubmitting || status === 'saved';
  const disabled = isSaving || isUnsettled || uploading > 0;

  // A button that is disabled while its save is made loses the focus, and gets it back afterwards.
  const focused = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isSaving && document.activeElement === document.body) focused.current?.focus();
  }, [isSaving]);

  return (
    <>
      {/* On small screens the panel covers the frame's own status bar. */}
      <Box sx={{ display: { md: 'none' } }}>
        <Connection />
      </Box>
      <Box
        ref={box}
        onFocus={({ target }) => {
          focused.current = target;
        }}
        sx={{
          px: 3,
          py: 1.5,
          borderTop: 1,
          borderColor: 'divider',
          display: 'flex',
          columnGap: 2,
          rowGap: 1,
          alignItems: 'center',
          flexWrap: 'wrap',
          position: 'sticky',
          bottom: 0,
          zIndex: 2,
          bgcolor: 'background.paper',
        }}
      >
        {isPublishing ? (
          <PublishingButtons resource={resource} submit={submit} label={label} disabled={disabled} onClose={onClose} />
        ) : (
          <Button
            data-save
            variant="contained"
            disabled={disabled}
            aria-keyshortcuts="Control+S Meta+S"
            onClick={() => submit()}
          >
            {label('form.save')}
          </Button>
        )}
        {children}
        {resource.form.footerField && (
          // On a phone the buttons need the room; the notices above say it too.
          <Box sx={{ display: { xs: isPublishing ? 'none' : 'block', sm: 'block' } }}>
            <LiveFieldValue resource={resource} name={resource.form.footerField} />
          </Box>
        )}
        <Typography role="status" variant="caption" color="text.secondary">
          {isSubmitting && isChecking ? translate('form.checking') : ''}
          {uploading > 0 && translate('upload.before', { smart_count: uploading })}
        </Typography>
      </Box>
    </>
  );
}

function LiveFieldValue({ resource, name }: { resource: Resource; name: string }) {
  const label = useFieldLabel(resource.name);
  const values: Record<string, unknown> = useWatch();
  const record = useRecordContext();
  const autosave = useAutosave();
  const isChanged = record?.status === 1 && autosave !== undefined && autosave.status !== 'idle';
  const field = resource.entity.fields[name] as Field;
  const Show = resource.record.displays?.[name] ?? listFields[field.kind];
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {label(name)}
      </Box>
      <Show field={field} name={name} record={{ id: 0, ...values, ...(isChanged && { has_changes: 1 }) }} />
    </Box>
  );
}
