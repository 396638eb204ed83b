import { Box } from '@mui/material';
import { useWatch } from 'react-hook-form';
import type { Field } from '../../contract/fields.ts';
import { shows } from '../fields/shows.tsx';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';

/** A field as the list shows it, of what the form holds at the moment. */
export function ToldField({ resource, name }: { resource: Resource; name: string }) {
  const label = useFieldLabel(resource.name);
  const values: Record<string, unknown> = useWatch();
  const field = resource.entity.fields[name] as Field;
  const Show = resource.shows?.[name] ?? shows[field.kind];
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {label(name)}
      </Box>
      <Show field={field} name={name} record={{ id: 0, ...values }} />
    </Box>
  );
}
