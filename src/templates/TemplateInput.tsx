import { Box } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { common, type InputProps } from '../declaration/common.ts';
import { RefInput } from '../fields/RefInput.tsx';
import { useAll } from '../fields/useAll.ts';
import { sizes } from '../theme/index.ts';
import { useFits } from '../ui/useFits.ts';
import { Thumbnail } from './Thumbnail.tsx';

const Choice = ({ row: { title, thumb } }: { row: RaRecord }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 0.5 }}>
    <Thumbnail src={String(thumb ?? '')} width={sizes.preview} />
    {title}
  </Box>
);

export function TemplateInput(props: InputProps) {
  const translate = useTranslate();
  const { data } = useAll(props.field.entity ?? '');
  const fits = useFits(props.field);
  const value = useWatch({ name: props.name });
  if (!data?.some(fits) && !value) return null;
  return (
    <RefInput
      {...common(props)}
      reference={props.field}
      none={translate('templates.inherit')}
      only={({ id, found }) => found !== 0 || id === value}
      Choice={Choice}
    />
  );
}
