import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useLayoutEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { Connection } from '../layout/Connection.tsx';
import { useConnection } from '../layout/useConnection.ts';
import type { Resource } from '../resource.ts';
import { usePending } from '../upload/pending.ts';
import { ToldField } from './ToldField.tsx';

/** The save button, always in view; Ctrl/⌘-S does the same. Held while a conflict waits for a choice, or files are on their way. */
export function FormFooter({ resource, isHeld }: { resource: Resource; isHeld: boolean }) {
  const translate = useTranslate();
  const { isSubmitting } = useFormState();
  const { isChecking } = useConnection();
  const { ofForms: uploading } = usePending();
  const button = useRef<HTMLButtonElement>(null);

  // Not after the paint: who sees the form may press at once.
  useLayoutEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!button.current?.disabled) button.current?.form?.requestSubmit();
    };
    window.addEventListener('keydown', save);
    return () => window.removeEventListener('keydown', save);
  }, []);

  return (
    <>
      {/* Where the panel is all there is, the frame's own bar is below it. */}
      <Box sx={{ display: { md: 'none' } }}>
        <Connection />
      </Box>
      <Box
        sx={{
          ...{ px: 3, py: 1.5, borderTop: 1, borderColor: 'divider', display: 'flex', gap: 2, alignItems: 'center' },
          // On a phone a form in its list's place scrolls with the page.
          ...{ position: 'sticky', bottom: 0, zIndex: 2, bgcolor: 'background.paper' },
        }}
      >
        <Button
          ref={button}
          type="submit"
          variant="contained"
          disabled={isSubmitting || isHeld || uploading > 0}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {translate(isSubmitting ? 'form.saving' : 'form.save')}
        </Button>
        {resource.told && <ToldField resource={resource} name={resource.told} />}
        <Typography role="status" variant="caption" color="text.secondary">
          {isSubmitting && isChecking ? translate('form.checking') : ''}
          {uploading > 0 && translate('upload.before', { smart_count: uploading })}
        </Typography>
      </Box>
    </>
  );
}
