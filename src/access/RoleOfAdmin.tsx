import { useTranslate } from 'ra-core';
import { common, type InputProps } from '../declaration/common.ts';
import { RefInput } from '../fields/RefInput.tsx';

/** The role of an administrator; one that holds more than one holds oneself cannot be given. */
export function RoleOfAdmin(props: InputProps) {
  const translate = useTranslate();
  return (
    <RefInput
      {...common(props)}
      reference={props.field}
      refusal={({ beyond }) => (beyond ? translate('access.beyond') : undefined)}
    />
  );
}
