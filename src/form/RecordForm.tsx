import { Box } from '@mui/material';
import { Form } from 'ra-core';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Resource } from '../declaration/resource.ts';
import { DraftPersistence } from '../drafts/DraftPersistence.tsx';
import { EntityTabs } from './EntityTabs.tsx';
import { FormFooter } from './FormFooter.tsx';
import { formLayout } from './ReadOnlyForm.tsx';

// What one has typed stays when the record is read again, after a conflict or in the background.
const keepTyped = { keepDirtyValues: true };
const nothing = () => {};

/** Types of input that Enter presses; in any other one it would submit the form. */
const pressedByEnter = ['button', 'file', 'image', 'reset', 'submit'];

/** Enter in an input does not save: a half-written record would go live. The save button and Ctrl/⌘-S do. */
function preventImplicitSubmission(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || pressedByEnter.includes(target.type)) return;
  // React also reports the keys of dialogs that were opened from the form; each of them has a form of its own.
  if (currentTarget.contains(target)) event.preventDefault();
}

interface Props {
  resource: Resource;
  isNew: boolean;
  /** It is saved, so that nothing would be lost by leaving it. */
  isSaved: boolean;
  /** What a new record begins with. */
  given?: Record<string, unknown>;
  /** What was typed before is put back over a record that someone has changed since. */
  onStale?: () => void;
  /** It is saved, and where the form stays it has begun anew. */
  onSaved?: () => void;
  /** Somebody saved first, and one has not chosen yet. */
  isStale?: boolean;
  children?: ReactNode;
}

/** The tabs of a record with its save button; what is typed is kept until it is saved. */
export function RecordForm({ resource, isNew, isSaved, given, isStale = false, children, ...on }: Props) {
  const isQuiet = isNew ? resource.silent === 'all' : resource.silent !== undefined;
  return (
    <Box sx={formLayout} onKeyDown={preventImplicitSubmission}>
      <Form defaultValues={given} resetOptions={keepTyped} disableInvalidFormNotification={isQuiet} noValidate>
        <Box sx={{ px: 3, pt: 1 }}>
          <DraftPersistence
            resource={resource}
            isNew={isNew}
            isSaved={isSaved}
            onStale={on.onStale ?? nothing}
            onSaved={on.onSaved ?? nothing}
          />
          {children}
        </Box>
        <EntityTabs resource={resource} isNew={isNew} />
        <FormFooter resource={resource} isSaveDisabled={isStale} />
      </Form>
    </Box>
  );
}
