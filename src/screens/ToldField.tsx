import { Box } from '@mui/material';
import { useWatch } from 'react-hook-form';
import type { Field } from '../../contract/fields.ts';
import { shows } from '../fields/shows.tsx';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';

/** A field with what the form holds of it at the moment. */
export function ToldField({ resource, name }: { resource: Resource; name: string }) {
  const label = useFieldLabel(resource.name);
  const value: unknown = useWatch({ name });
  const field = resource.entity.fields[name] as Field;
  const Show = shows[field.kind];
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {label(name)}
      </Box>
      <Show field={field} name={name} record={{ id: 0, [name]: value }} />
    </Box>
  );
}
