import { Chip } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';

/** Says that a link here shows certain records alone; closed, the list shows all again. */
export function ChosenChip() {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const { ids, ...others } = filterValues as { ids: number[] };
  return <Chip label={translate('list.chosen', { n: ids.length })} onDelete={() => setFilters(others, [])} />;
}
