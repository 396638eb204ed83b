import { TextField } from '@mui/material';
import {
  FieldTitle,
  type RaRecord,
  useGetRecordRepresentation,
  useInput,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'ra-core';
import { InputHelperText } from 'ra-ui-materialui';
import { common, type InputProps } from '../declaration/common.ts';
import { Combobox } from '../ui/Combobox.tsx';
import { useFits } from '../ui/useFits.ts';
import { useChoiceFilter } from './ChoiceSearch.tsx';
import { useEmbeddedTitle } from './RefTitle.tsx';
import { useAll } from './useAll.ts';
import { useChoicesHint } from './useChoicesHint.tsx';

export function RefsInput(props: InputProps) {
  const { source, label, validate, readOnly } = common(props);
  const translate = useTranslate();
  const resource = useResourceContext();
  const entity = props.field.entity ?? '';
  const nameOf = useGetRecordRepresentation(entity);
  const all = useAll(entity);
  const { data, isPending, isForbidden } = all;
  const hint = useChoicesHint(entity, all) ?? (props.hint && translate(props.hint));
  const record = useRecordContext();
  const embeddedTitle = useEmbeddedTitle(entity);
  const fits = useFits(props.field);
  const { id, field, fieldState, isRequired } = useInput({
    source,
    validate,
    format: (value: number[] | null) => value ?? [],
  });
  const filter = useChoiceFilter<RaRecord>((row) => row.id);
  const ids = field.value as number[];
  const rowOf = (id: number): RaRecord => data?.find((row) => row.id === id) ?? { id };
  const titleOf = (row: RaRecord) =>
    (data?.includes(row) ? undefined : embeddedTitle(record, Number(row.id))) ?? String(nameOf(row));
  return (
    <Combobox
      id={id}
      multiple
      disableCloseOnSelect
      disabled={readOnly || isForbidden}
      loading={isPending}
      options={(data ?? []).filter(fits)}
      {...filter}
      value={ids.map(rowOf)}
      getOptionLabel={titleOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onChange={(_event, rows) => field.onChange(rows.map((row) => row.id))}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label={<FieldTitle label={label} source={source} resource={resource} isRequired={isRequired} />}
          placeholder={ids.length === 0 ? translate('form.choose') : undefined}
          error={fieldState.invalid}
          helperText={fieldState.invalid ? <InputHelperText error={fieldState.error?.message} /> : hint}
        />
      )}
    />
  );
}
