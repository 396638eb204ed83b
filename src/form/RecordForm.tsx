import { Alert, Box, Button } from '@mui/material';
import { Form, type RaRecord, RecordContextProvider, useTranslate } from 'ra-core';
import { type KeyboardEvent, type ReactNode, Suspense, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { ruleOf } from '../../contract/index.ts';
import { hasWorkingCopies } from '../declaration/knownFields.ts';
import type { Resource } from '../declaration/resource.ts';
import { features } from '../services/services.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { loadRefusalMessages, useRights } from '../ui/useToast.ts';
import { DraftPersistence } from './DraftPersistence.tsx';
import { EntityTabs } from './EntityTabs.tsx';
import { FormFooter } from './FormFooter.tsx';
import { FormRegistration } from './formHandle.tsx';
import { ParamsNotice } from './ParamsNotice.tsx';
import { AutosaveProvider } from './publishing/AutosaveProvider.tsx';
import { WorkingCopyNotices } from './publishing/WorkingCopyNotices.tsx';
import { SaveErrorAlert } from './SaveErrorAlert.tsx';
import type { SaveState } from './saveState.ts';
import { isSaveSilent, type Save } from './useSave.ts';

/**
 * Keeps typed values and the errors of a refused save when the record is read again. It is a constant, because
 * react-admin resets the form when this object changes.
 */
const keepTyped = { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true };

/** Input types that Enter activates. In any other type it would submit the form. */
const pressedByEnter = ['button', 'file', 'image', 'reset', 'submit'];

/** Enter in an input does not save: a half-written record would go live. The save button and Ctrl/⌘-S do. */
function preventImplicitSubmission(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || pressedByEnter.includes(target.type)) return;
  // React also bubbles the keys of dialogs that were opened from the form, which have forms of their own.
  if (currentTarget.contains(target)) event.preventDefault();
}

/**
 * The record as the form shows it. Saved values stay as they were typed until the record has another version. The id is
 * left out, because react-admin resets a form whose record gets another id, as a new record does when it is saved. The
 * result is never undefined, because react-admin would mount the form anew when it gets its first record.
 */
function formRecord(record: RaRecord | undefined, kept: SaveState['kept']): Partial<RaRecord> {
  const isAsSaved = kept?.version !== undefined && kept.version === record?.version;
  const { id: _id, ...values } = (record ?? {}) as Partial<RaRecord>;
  return { ...values, ...(isAsSaved && kept.values) };
}

interface Props {
  resource: Resource;
  /** 0 for a new record. */
  id: number;
  record: RaRecord | undefined;
  save: Save;
  onSubmit: (values: Record<string, unknown>) => Promise<unknown>;
  onClose: () => void;
  given?: Record<string, unknown> | undefined;
  children?: ReactNode;
}

export function RecordForm({ resource, id, record, save, onSubmit, onClose, given, children }: Props) {
  const { saveError } = save.state;
  const isNew = id === 0;
  const { beside } = resource.form;
  const [isBesideOpen, setBesideOpen] = useState(false);
  const [saving, setSaving] = useState<Pick<Props, 'record' | 'given'>>();
  const shown = saving ?? { record, given };
  const content = (
    <>
      <Box sx={{ px: 3, pt: 1 }}>
        <WorkingCopyNotices resource={resource} id={id} />
        <DraftPersistence resource={resource} id={id} save={save} onClose={onClose} />
        {children}
        {resource.entity.fields.params && <ParamsNotice entity={resource.entity} />}
        {saveError && <SaveErrorAlert resource={resource} saveError={saveError} save={save} onClose={onClose} />}
      </Box>
      <Box data-beside sx={besideLayout}>
        <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
          <EntityTabs resource={resource} isNew={isNew} />
        </Box>
        {beside && isBesideOpen && (
          <Suspense>
            <beside.Panel onClose={() => setBesideOpen(false)} />
          </Suspense>
        )}
      </Box>
      <FormFooter resource={resource} save={save} onClose={onClose}>
        {beside && <BesideButton {...beside} isOpen={isBesideOpen} onToggle={() => setBesideOpen(!isBesideOpen)} />}
      </FormFooter>
    </>
  );
  return (
    <Box sx={formLayout} onKeyDown={preventImplicitSubmission}>
      <Form
        record={formRecord(shown.record, save.state.kept)}
        defaultValues={shown.given}
        onSubmit={onSubmit}
        resetOptions={keepTyped}
        // EntityTabs focuses the first error.
        shouldFocusError={false}
        disableInvalidFormNotification={isSaveSilent(resource, isNew)}
        noValidate
      >
        <FormRegistration />
        <SubmissionWatch onChange={(isSubmitting) => setSaving(isSubmitting ? { record, given } : undefined)} />
        <RecordContextProvider value={record}>
          {hasWorkingCopies(resource) ? (
            <AutosaveProvider resource={resource} id={id} save={save}>
              {content}
            </AutosaveProvider>
          ) : (
            content
          )}
        </RecordContextProvider>
      </Form>
    </Box>
  );
}

/**
 * Keeps a record that is read again during a save out of the form until the save ends: react-hook-form drops a
 * submission during which the form is reset, so that nothing would be sent, or no refusal shown.
 */
function SubmissionWatch({ onChange }: { onChange: (isSubmitting: boolean) => void }) {
  const { isSubmitting } = useFormState();
  const report = useEffectEvent(onChange);
  // A layout effect runs before the form's own effect, which would reset the form.
  useLayoutEffect(() => report(isSubmitting), [isSubmitting]);
  return null;
}

interface BesideButtonProps extends NonNullable<Resource['form']['beside']> {
  isOpen: boolean;
  onToggle: () => void;
}

function BesideButton({ label, useIsOffered, isOpen, onToggle }: BesideButtonProps) {
  const translate = useTranslate();
  if (!useIsOffered()) return null;
  return (
    <Button aria-expanded={isOpen} onClick={onToggle} sx={{ whiteSpace: 'nowrap' }}>
      {translate(label)}
    </Button>
  );
}

const besideLayout = {
  position: 'relative',
  display: 'flex',
  flexDirection: { xs: 'column-reverse', md: 'row' },
  flex: 1,
  minHeight: 0,
} as const;

const readable = {
  '& .MuiInputBase-input.Mui-disabled': { color: 'text.primary', WebkitTextFillColor: 'currentcolor' },
  '& .MuiInputBase-root:has(:read-only):not(:has([contenteditable=true]))': { bgcolor: 'action.hover' },
  '& .MuiFormLabel-root.Mui-disabled, & .MuiFormControlLabel-label.Mui-disabled': { color: 'text.secondary' },
};

const GrantersHint = lazyComponent(() => loadRefusalMessages().then((module) => module.GrantersHint));

interface ReadOnlyProps {
  resource: Resource;
  /** The i18n key of another reason than the missing right. */
  why?: string | undefined;
  /** Rendered instead of the reason. */
  children?: ReactNode;
}

export function ReadOnlyForm({ resource, why, children }: ReadOnlyProps) {
  const translate = useTranslate();
  const right = useRights()(resource.name, 'edit');
  const { update } = resource.entity.calls;
  const isAbsent = update && !features.offers(update);
  return (
    <Box sx={{ ...formLayout, ...readable }}>
      <Form onSubmit={() => {}} noValidate>
        {children ?? (
          <Alert severity="info" sx={{ mx: 3, mt: 1 }}>
            {translate(why ?? (isAbsent ? 'form.noEdit' : 'form.readOnly'), { right })}
            {!why && !isAbsent && update && (
              <Suspense>
                <GrantersHint rule={ruleOf(update) ?? ''} />
              </Suspense>
            )}
          </Alert>
        )}
        <EntityTabs resource={resource} isNew={false} isReadOnly />
      </Form>
    </Box>
  );
}

const formLayout = {
  display: 'contents',
  '& > form': { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 },
} as const;
