import { FieldTitle, useInput, useResourceContext } from 'ra-core';
import { InputHelperText } from 'ra-ui-materialui';
import { useMayChoose } from '../auth/useMay.ts';
import { common, type InputProps } from '../declaration/common.ts';
import { useFits } from '../ui/useFits.ts';
import { RecordSearch } from './RecordSearch.tsx';
import { useChoicesHint } from './useChoicesHint.tsx';

/** References to an entity without a call for all of its records: they are searched. */
export function SearchedReference(props: InputProps) {
  const { source, label, validate, readOnly } = common(props);
  const { entity = '', kind } = props.field;
  const resource = useResourceContext();
  const isForbidden = useMayChoose(entity) === false;
  const forbidden = useChoicesHint(entity, { isForbidden });
  const hint = forbidden ?? (props.hint && <InputHelperText helperText={props.hint} />);
  const fits = useFits(props.field);
  const { id, field, fieldState, isRequired } = useInput({ source, validate });
  const isMultiple = kind === 'refs';
  return (
    <RecordSearch
      id={id}
      entity={entity}
      isMultiple={isMultiple}
      value={[field.value ?? []].flat().filter(Boolean)}
      onChange={(ids) => field.onChange(isMultiple ? ids : (ids[0] ?? null))}
      onBlur={field.onBlur}
      fits={fits}
      narrowing={{ ...props.field.where, ...fits.wanted }}
      isDisabled={readOnly || isForbidden}
      input={{
        inputRef: field.ref,
        label: <FieldTitle label={label} source={source} resource={resource} isRequired={isRequired} />,
        error: fieldState.invalid,
        helperText: fieldState.invalid ? <InputHelperText error={fieldState.error?.message} /> : hint,
      }}
    />
  );
}
