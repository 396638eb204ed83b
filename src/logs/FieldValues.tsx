import { ResourceContextProvider } from 'ra-core';
import type { Fields } from '../../contract/fields.ts';
import { useLoggedLabel } from '../declaration/useFieldLabel.ts';
import { ComparedValue } from '../fields/compare/ComparedValue.tsx';
import { Facts } from './Facts.tsx';
import { useLoggedParams } from './loggedRecord.ts';

interface Props {
  /** Whose fields they are, where that is known. */
  entity: string;
  fields: Fields;
  values: Record<string, unknown>;
}

/** Values by the name of their fields. */
export function FieldValues({ entity, fields, values }: Props) {
  const label = useLoggedLabel(entity);
  const params = useLoggedParams(entity, Number(values.id ?? 0), values);
  const facts = Object.keys(values).map((name) => ({
    label: label(name),
    value: <ComparedValue field={fields[name]} name={name} values={values} params={params} />,
  }));
  return (
    <ResourceContextProvider value={entity}>
      <Facts facts={facts} />
    </ResourceContextProvider>
  );
}
