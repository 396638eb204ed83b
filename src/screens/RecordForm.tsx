import { Box } from '@mui/material';
import { Form } from 'ra-core';
import type { ReactNode } from 'react';
import type { Resource } from '../resource.ts';
import { EntityTabs } from './EntityTabs.tsx';
import { FormFooter } from './FormFooter.tsx';
import { formLayout } from './formLayout.ts';
import { KeepUnsaved } from './KeepUnsaved.tsx';

// What one has typed stays when the record is read again, after a conflict or in the background.
const keepTyped = { keepDirtyValues: true };
const nothing = () => {};

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
  const isQuiet = !isNew && resource.edit?.refused === 'nothing';
  return (
    <Box sx={formLayout}>
      <Form defaultValues={given} resetOptions={keepTyped} disableInvalidFormNotification={isQuiet} noValidate>
        <Box sx={{ px: 3, pt: 1 }}>
          <KeepUnsaved
            resource={resource}
            isNew={isNew}
            isSaved={isSaved}
            onStale={on.onStale ?? nothing}
            onSaved={on.onSaved ?? nothing}
          />
          {children}
        </Box>
        <EntityTabs resource={resource} isNew={isNew} />
        <FormFooter resource={resource} isHeld={isStale} />
      </Form>
    </Box>
  );
}
