import { Box } from '@mui/material';
import { RecordContextProvider, useListContext } from 'ra-core';
import type { Field } from '../../contract/fields.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';
import { NameCell } from './NameCell.tsx';
import { RowActions } from './RowActions.tsx';
import { Shown } from './Shown.tsx';

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined;

/** The rows of a list as cards, where the screen is narrow; what a record does not have is left out. */
export function EntityCards({ resource }: { resource: Resource }) {
  const { data } = useListContext();
  const label = useFieldLabel(resource.name);
  const [first = '', ...others] = resource.list;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {data?.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          <Box component="li" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, minWidth: 0 }}>
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, minWidth: 0 }}>
              <NameCell resource={resource} name={first} isCard />
              <RowActions resource={resource} />
            </Box>
            <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2 }}>
              {others
                .filter((name) => !isEmpty(record[name]))
                .map((name) => (
                  <Box key={name} sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
                    <Box component="dt" sx={{ color: 'text.secondary', alignSelf: 'center', whiteSpace: 'nowrap' }}>
                      {label(name)}
                    </Box>
                    <Box
                      component="dd"
                      sx={{ m: 0, minHeight: 32, minWidth: 0, display: 'flex', alignItems: 'center' }}
                    >
                      <Shown field={resource.entity.fields[name] as Field} name={name} />
                    </Box>
                  </Box>
                ))}
            </Box>
          </Box>
        </RecordContextProvider>
      ))}
    </Box>
  );
}
