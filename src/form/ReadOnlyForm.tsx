import { Alert, Box } from '@mui/material';
import { Form, useTranslate } from 'ra-core';
import type { Resource } from '../declaration/resource.ts';
import { features } from '../services/services.ts';
import { useRights } from '../ui/useToast.ts';
import { EntityTabs } from './EntityTabs.tsx';

const nothing = () => {};
// Disabled inputs stay readable.
const readable = {
  '& .MuiInputBase-input.Mui-disabled': { color: 'text.primary', WebkitTextFillColor: 'currentcolor' },
  '& .MuiFormLabel-root.Mui-disabled, & .MuiFormControlLabel-label.Mui-disabled': { color: 'text.secondary' },
};

/**
 * The form of a record without the right to edit it.
 * @param why the i18n key of another reason than the missing right
 */
export function ReadOnlyForm({ resource, why }: { resource: Resource; why?: string | undefined }) {
  const translate = useTranslate();
  const right = useRights()(resource.name, 'edit');
  const { update } = resource.entity.calls;
  const isAbsent = update && !features.offers(update);
  return (
    <Box sx={{ ...formLayout, ...readable }}>
      <Form onSubmit={nothing} noValidate>
        <Alert severity="info" sx={{ mx: 3, mt: 1 }}>
          {translate(why ?? (isAbsent ? 'form.noEdit' : 'form.readOnly'), { right })}
        </Alert>
        <EntityTabs resource={resource} isNew={false} isReadOnly />
      </Form>
    </Box>
  );
}

/** The content of the tabs scrolls between notices and footer. */
export const formLayout = {
  display: 'contents',
  '& > form': { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 },
} as const;
