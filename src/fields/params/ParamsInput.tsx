import { Box } from '@mui/material';
import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { codecs } from '../../../contract/codecs.ts';
import type { InputProps } from '../../declaration/common.ts';
import { TypedInput } from './TypedInput.tsx';
import { type Param, paramField } from './useColumnParams.ts';

const stack = {
  display: 'flex',
  flexDirection: 'column',
  gap: 'var(--gap)',
  minWidth: 0,
} as const;

function OneParam({ param, name, isNew, isReadOnly }: Omit<InputProps, 'field'> & { param: Param }) {
  const field = paramField(param);
  const given = { field, name: `${name}.${param.name}`, label: param.title, isNew, isReadOnly };
  return <TypedInput {...given} type={param.type} value={param.value} />;
}

/** The values of the column's content parameters, each in the input of its type (docs/contract.md, "Values"). */
export function ParamsInput({ name, isNew, isReadOnly, params }: InputProps & { params: Param[] }) {
  const { getValues, setValue } = useFormContext();
  const begin = useEffectEvent((asked: Param[]) => {
    for (const param of asked.filter(({ type, value }) => type === 'images' && value)) {
      const path = `${name}.${param.name}`;
      if (getValues(path) === undefined) setValue(path, codecs.images.decode(param.value));
    }
  });
  // Inputs of lists take no default value from their field.
  useEffect(() => {
    if (isNew) begin(params);
  }, [isNew, params]);
  return (
    <Box sx={stack}>
      {params.map((param) => (
        <OneParam key={param.id} param={param} name={name} isNew={isNew} isReadOnly={isReadOnly} />
      ))}
    </Box>
  );
}
