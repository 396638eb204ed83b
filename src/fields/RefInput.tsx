import { useQuery } from '@tanstack/react-query';
import { type RaRecord, useGetRecordRepresentation, useRecordContext, useResourceContext, useTranslate } from 'ra-core';
import { SelectInput, type SelectInputProps } from 'ra-ui-materialui';
import type { Field } from '../../contract/fields.ts';
import { dataProvider } from '../services.ts';

/** All records of an entity, for choosing one. */
export function useAll(entity: string) {
  return useQuery({ queryKey: [entity, 'getAll'], queryFn: () => dataProvider.getAll(entity), staleTime: 10_000 });
}

type Props = SelectInputProps & { reference: Field };

/** A reference, chosen from all records of its entity that it may point to; a tree is indented. */
export function RefInput({ reference: field, ...props }: Props) {
  const translate = useTranslate();
  const entity = field.entity ?? '';
  const nameOf = useGetRecordRepresentation(entity);
  const resource = useResourceContext();
  const record = useRecordContext();
  const { data, isPending } = useAll(entity);
  const own = resource === entity ? record : undefined;
  const choices = withoutBranch(data ?? [], own).filter((row) => matches(row, field.where));
  return (
    <SelectInput
      {...props}
      isPending={isPending}
      choices={choices}
      translateChoice={false}
      optionText={(row: RaRecord) => `${'\u3000'.repeat(Math.max(0, Number(row.level ?? 1) - 1))}${nameOf(row)}`}
      resettable={!field.required}
      emptyText={own || resource === entity ? translate('form.top') : translate('list.none')}
      parse={(value: unknown) => (value === '' ? null : value)}
    />
  );
}

const matches = (row: RaRecord, where: Field['where']) =>
  Object.entries(where ?? {}).every(([name, value]) => row[name] === value);

/** Rows in tree order without a record and all that stands below it: nothing hangs under itself. */
function withoutBranch(rows: RaRecord[], own: RaRecord | undefined): RaRecord[] {
  const start = own ? rows.findIndex((row) => row.id === own.id) : -1;
  if (start < 0) return rows;
  const level = Number(rows[start]?.level);
  const length = rows.slice(start + 1).findIndex((row) => Number(row.level) <= level);
  const end = length < 0 ? rows.length : start + 1 + length;
  return [...rows.slice(0, start), ...rows.slice(end)];
}
