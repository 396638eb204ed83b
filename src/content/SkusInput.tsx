import Add from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useGetRecordRepresentation, useRecordContext, useTranslate } from 'ra-core';
import { useFormContext, useWatch } from 'react-hook-form';
import type { InputProps } from '../declaration/common.ts';
import { ItemsInput } from '../fields/lists/ItemsInput.tsx';
import { useEmbeddedTitle } from '../fields/RefTitle.tsx';
import { useAll } from '../fields/useAll.ts';

interface Sku {
  size_id: number | null;
}

export function SkusInput(props: InputProps) {
  const translate = useTranslate();
  const { getValues } = useFormContext();
  const nameOf = useGetRecordRepresentation('size');
  const { data: sizes } = useAll('size');
  const record = useRecordContext();
  const embeddedTitle = useEmbeddedTitle('size');
  const [chosen, skus] = useWatch({ name: ['size_ids', props.name] }) as [number[] | undefined, Sku[] | undefined];
  const open = (chosen ?? []).filter((id) => !skus?.some(({ size_id }) => size_id === id));
  const names = open.map((id) =>
    sizes ? nameOf(sizes.find((size) => size.id === id) ?? { id }) : (embeddedTitle(record, id) ?? `#${id}`),
  );
  const rowOf = (size_id: number) => ({
    size_id,
    sku: '',
    stock: 0,
    org_img: '',
    price: getValues('price') ?? null,
  });
  return (
    <ItemsInput
      {...props}
      extra={({ add }) =>
        open.length > 0 && (
          <Button startIcon={<Add />} onClick={() => add(open.map(rowOf))}>
            {translate('rows.addSizes', { names: names.join(translate('list.and')) })}
          </Button>
        )
      }
    />
  );
}
