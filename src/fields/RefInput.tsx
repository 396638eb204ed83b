import { Link } from '@mui/material';
import {
  FieldTitle,
  type RaRecord,
  useCanAccess,
  useGetRecordRepresentation,
  useGetResourceLabel,
  useInput,
  useRecordContext,
  useResourceContext,
  useTranslate,
  type Validator,
} from 'ra-core';
import { InputHelperText } from 'ra-ui-materialui';
import type { ComponentType } from 'react';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { linkOf } from '../navigation/useMenuPlace.ts';
import { useClearedMisfit, useFits } from '../ui/useFits.ts';
import { inSentence } from '../utils/format.ts';
import { ChoiceSelect, withoutBranch } from './ChoiceSelect.tsx';
import { useEmbeddedTitle } from './RefTitle.tsx';
import { useAll } from './useAll.ts';
import { useChoicesHint } from './useChoicesHint.tsx';
import { useHasNoColumn } from './useCreatable.ts';

interface Props {
  source: string;
  label?: string;
  reference: Field;
  validate: Validator[];
  readOnly?: boolean;
  helperText?: string | false;
  only?: (row: RaRecord) => boolean;
  refusal?: (row: RaRecord) => string | undefined;
  none?: string;
  Choice?: ComponentType<{ row: RaRecord }>;
  /** The model of the records that are offered; the form's own where nothing is said. */
  model?: string;
}

export function RefInput(props: Props) {
  const { source, label, reference, validate, readOnly, helperText, only, refusal, none, Choice, model } = props;
  const translate = useTranslate();
  const entity = reference.entity ?? '';
  const nameOf = useGetRecordRepresentation(entity);
  const resource = useResourceContext();
  const record = useRecordContext();
  const fits = useFits(reference);
  const ownModel = useContentModel(resource);
  const all = useAll(entity, { ...fits.wanted, type: model ?? ownModel });
  const { data, isError, isForbidden } = all;
  const hint = useChoicesHint(entity, all);
  // In the rows of a list input the hint would be repeated in every row.
  const isInRow = source.includes('.');
  const embeddedTitle = useEmbeddedTitle(entity);
  const { id, field, fieldState, isRequired } = useInput({
    source,
    validate,
    // 0 also means none.
    format: (value: number | null) => value || '',
    parse: (value: unknown) => Number(value) || null,
  });
  const isOwnTree = resource === entity;
  const choices = isOwnTree && record ? withoutBranch(data ?? [], record.id, source) : (data ?? []);
  const rows = choices.filter((row) => fits(row) && (only?.(row) ?? true));
  useClearedMisfit({ field, rows: data && rows, fits: fits.by });
  // Before a back end whose checks are not known a reference without which a record is in no list is not optional either.
  const isNeeded = isRequired || reference.required === true;
  // The stored reference stays visible and chosen, also where its record is gone or not offered.
  const value: number | '' = field.value;
  const isOffered = !value || rows.some((row) => row.id === value);
  const isDeadEnd = isNeeded && !isInRow && data !== undefined && !reference.match && rows.length === 0 && isOffered;
  const unset = none ?? translate(isNeeded ? 'form.choose' : isOwnTree ? 'form.top' : 'list.none');
  const storedName = () => {
    const row = data?.find(({ id }) => id === value);
    if (row) return nameOf(row);
    const isKnown = data || isError || isForbidden;
    return embeddedTitle(record, Number(value)) ?? (isKnown ? `#${value}` : '\u00a0');
  };
  const stored = isOffered ? [] : [{ value, name: String(storedName()) }];
  const offered = rows.map((row) => ({
    value: Number(row.id),
    name: String(nameOf(row)),
    level: row.level,
    refusal: refusal?.(row),
    content: Choice && <Choice row={row} />,
  }));
  return (
    <ChoiceSelect
      choices={[...stored, ...offered]}
      value={value}
      onChange={field.onChange}
      unset={{ value: '', label: unset, isOffered: !isNeeded, isHint: isNeeded || !isOwnTree }}
      input={{
        id,
        name: field.name,
        inputRef: field.ref,
        onBlur: field.onBlur,
        label: <FieldTitle label={label} source={source} resource={resource} isRequired={isRequired} />,
        error: fieldState.invalid,
        helperText: isDeadEnd ? (
          <NothingToChoose entity={entity} />
        ) : fieldState.invalid ? (
          <InputHelperText error={fieldState.error?.message} />
        ) : isInRow ? undefined : (
          (hint ?? (helperText && <InputHelperText helperText={helperText} />))
        ),
        disabled: readOnly || isForbidden,
      }}
    />
  );
}

function NothingToChoose({ entity }: { entity: string }) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const { canAccess } = useCanAccess({ resource: entity, action: 'create' });
  const hasNoColumn = useHasNoColumn({ entity: entities[entity as EntityName] });
  const name = inSentence(label(entity, 1));
  return (
    <>
      {translate('form.nothingToChoose', { name })}
      {canAccess && !hasNoColumn && (
        <Link component={RouterLink} to={`${linkOf(listPath(entities[entity as EntityName]))}/create`} sx={{ ml: 1 }}>
          {translate('list.add', { name })}
        </Link>
      )}
    </>
  );
}

/** The content model of the form's records, or the one chosen in the form: sent as `type` (docs/contract.md, "Calls"). */
function useContentModel(resource: string | undefined): unknown {
  const chosen = useWatch({ name: 'type' });
  const entity: Entity | undefined = entities[resource as EntityName];
  return entity?.model ?? chosen;
}
