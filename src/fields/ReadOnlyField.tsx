import { Box, Typography } from '@mui/material';
import { useRecordContext } from 'ra-core';
import type { Kind } from '../../contract/kinds.ts';
import type { InputProps } from '../declaration/common.ts';
import { useInputLabel } from '../declaration/useFieldLabel.ts';
import { labelStyle } from '../theme/index.ts';
import { isEmpty } from '../utils/values.ts';
import { listFields } from './listFields.tsx';

/** A list cuts them. */
const texts: readonly Kind[] = ['text', 'longtext', 'slug', 'file'];

/** A field that only the server writes, as a form tells it; nothing where it is empty. */
export function ReadOnlyField({ field, name, label }: InputProps) {
  const called = useInputLabel({ name, label });
  const record = useRecordContext();
  const value = record?.[name];
  if (!record || isEmpty(value)) return null;
  const Show = listFields[field.kind];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography color="text.secondary" sx={labelStyle}>
        {called}
      </Typography>
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {texts.includes(field.kind) ? String(value) : <Show field={field} name={name} record={record} />}
      </Box>
    </Box>
  );
}
