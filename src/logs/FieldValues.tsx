import { ResourceContextProvider } from 'ra-core';
import type { Fields } from '../../contract/fields.ts';
import { Facts } from './Facts.tsx';
import { FieldValue } from './FieldValue.tsx';
import { useLoggedLabel } from './useLoggedLabel.ts';

interface Props {
  /** Whose fields they are, where that is known. */
  entity: string;
  fields: Fields;
  values: Record<string, unknown>;
}

/** Values by the name of their fields. */
export function FieldValues({ entity, fields, values }: Props) {
  const label = useLoggedLabel(entity);
  const facts = Object.keys(values).map((name) => ({
    label: label(name),
    value: <FieldValue field={fields[name]} name={name} values={values} />,
  }));
  return (
    <ResourceContextProvider value={entity}>
      <Facts facts={facts} />
    </ResourceContextProvider>
  );
}
