import { Box } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { type Choice, ChoiceSelect } from '../fields/ChoiceSelect.tsx';
import { sizes } from '../theme/index.ts';
import { DeferredRender } from '../ui/DeferredRender.tsx';
import { useChangeFilters } from './LatestFiltersProvider.tsx';

interface Props {
  resource: Resource;
  name: string;
  /** Empty while they load. */
  choices?: { value: string | number; label: string; level?: unknown }[];
  /** The name of a current value that is none of the choices. */
  otherwise?: string;
}

const width = {
  width: { xs: 'calc(50% - 4px)', sm: 'auto' },
  minWidth: { xs: sizes.filter, lg: 0 },
  maxWidth: { sm: sizes.search },
};

export function FilterChoice({ resource, name, choices = [], otherwise }: Props) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name)(name);
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const all = translate('list.all');
  const current = filterValues[name];
  const offered: Choice[] = choices.map((choice) => ({ ...choice, name: choice.label }));
  const chosen =
    offered.find(({ value }) => String(value) === String(current)) ??
    (current !== undefined ? { value: current, name: otherwise ?? String(current) } : undefined);
  return (
    <DeferredRender
      placeholder={
        <Box sx={{ ...width, height: sizes.input, pl: 1.75, pr: 4, visibility: 'hidden', overflow: 'hidden' }}>
          {`${label}: ${chosen?.name ?? all}`}
        </Box>
      }
    >
      <ChoiceSelect
        choices={!chosen || offered.includes(chosen) ? offered : [chosen, ...offered]}
        value={chosen?.value ?? ''}
        onChange={(value) => changeFilters({ [name]: value === '' ? undefined : value })}
        unset={{ value: '', label: all, isOffered: true, isHint: true }}
        inlineLabel={label}
        input={{ sx: width }}
      />
    </DeferredRender>
  );
}
