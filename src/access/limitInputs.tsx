import Remove from '@mui/icons-material/Close';
import { Box, FormHelperText, IconButton, TextField, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { FieldTitle, useInput, useRecordContext, useResourceContext, useTranslate } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { column } from '../../contract/entities/column.ts';
import { entityList } from '../../contract/index.ts';
import { type FieldLimit, type FieldLimits, fieldLimits, limitableFields } from '../../contract/roleLimits.ts';
import { common, type InputProps } from '../declaration/common.ts';
import { useChoiceFilter } from '../fields/ChoiceSearch.tsx';
import { InputOf } from '../fields/InputOf.tsx';
import { RefsInput } from '../fields/RefsInput.tsx';
import { labelStyle } from '../theme/index.ts';
import { Combobox } from '../ui/Combobox.tsx';
import { useResourceName } from './useResourceName.ts';

interface Choice {
  entity: string;
  field: string;
  name: string;
}

/** The branches of columns to which a role is limited. */
export function ColumnsOfRole(props: InputProps) {
  const columns = useRecordContext()?.columns;
  if (props.isReadOnly && !(Array.isArray(columns) && columns.length > 0)) return null;
  return (
    <RefsInput {...props} field={{ kind: 'refs', entity: column.name }} hint={props.hint ?? 'roleForm.columnsHint'} />
  );
}

/** The fields that a role cannot see, or sees and cannot change. */
export function FieldLimitsInput(props: InputProps) {
  const { source, label, readOnly = false } = common(props);
  const translate = useTranslate();
  const resource = useResourceContext();
  const nameOf = useResourceName();
  const { id, field, fieldState } = useInput({ source, format: (value: FieldLimits | null) => value ?? {} });
  const filter = useChoiceFilter<Choice>((choice) => choice.field);
  const limits = field.value as FieldLimits;
  const choices = entityList.flatMap((entity) =>
    limitableFields(entity).map((name): Choice => {
      const fieldName = translate(`resources.${entity.name}.fields.${name}`);
      return {
        entity: entity.name,
        field: name,
        name: translate('roleForm.fieldOf', { entity: nameOf(entity.name), field: fieldName }),
      };
    }),
  );
  const chosen = choices.filter((choice) => limits[choice.entity]?.[choice.field]);
  const set = ({ entity, field: name }: Choice, limit: FieldLimit | undefined) => {
    const { [name]: _old, ...others } = limits[entity] ?? {};
    const fields = limit ? { ...others, [name]: limit } : others;
    const { [entity]: _all, ...rest } = limits;
    field.onChange(Object.keys(fields).length > 0 ? { ...rest, [entity]: fields } : rest);
  };
  if (readOnly && chosen.length === 0) return null;
  return (
    <Box role="group" aria-labelledby={`${id}-label`} sx={{ minWidth: 0 }}>
      <Typography id={`${id}-label`} color="text.secondary" sx={{ ...labelStyle, mb: 0.5 }}>
        <FieldTitle label={label} source={source} resource={resource} />
      </Typography>
      {chosen.map((choice) => (
        <Box key={`${choice.entity}.${choice.field}`} sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5 }}>
          <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {choice.name}
          </Typography>
          <ToggleButtonGroup
            exclusive
            size="small"
            disabled={readOnly}
            value={limits[choice.entity]?.[choice.field]}
            onChange={(_event, limit: FieldLimit | null) => limit && set(choice, limit)}
            aria-label={choice.name}
          >
            {fieldLimits.map((limit) => (
              <ToggleButton key={limit} value={limit}>
                {translate(`roleForm.fieldLimits.${limit}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          {!readOnly && (
            <IconButton
              size="small"
              aria-label={translate('roleForm.dropLimit', { name: choice.name })}
              onClick={() => set(choice, undefined)}
            >
              <Remove fontSize="small" />
            </IconButton>
          )}
        </Box>
      ))}
      {!readOnly && (
        <Combobox<Choice, false, false>
          {...filter}
          options={choices.filter((choice) => !chosen.includes(choice))}
          groupBy={({ entity }) => nameOf(entity)}
          value={null}
          blurOnSelect
          getOptionLabel={({ name }) => name}
          onChange={(_event, choice) => choice && set(choice, 'hidden')}
          renderInput={(params) => (
            <TextField
              {...params}
              inputRef={field.ref}
              placeholder={translate('roleForm.addLimit')}
              slotProps={{
                input: params.InputProps,
                htmlInput: { ...params.inputProps, 'aria-label': translate('roleForm.addLimit') },
              }}
            />
          )}
        />
      )}
      {fieldState.invalid && (
        <FormHelperText error data-invalid tabIndex={-1}>
          {fieldState.error?.message}
        </FormHelperText>
      )}
    </Box>
  );
}

/** Whether a role demands a second factor of its administrators. */
export const FactorInput = (props: InputProps) => <InputOf {...props} hint={props.hint ?? 'roleForm.factorHint'} />;

export function FactorDaysInput(props: InputProps) {
  const isDemanded = useWatch({ name: 'factor' });
  return isDemanded ? <InputOf {...props} hint={props.hint ?? 'roleForm.factorDaysHint'} /> : null;
}
