import { Skeleton } from '@mui/material';
import { useResourceContext, useTranslate } from 'ra-core';
import { BooleanInput, NumberInput, PasswordInput, SelectInput, TextInput } from 'ra-ui-materialui';
import { type ComponentType, lazy, Suspense } from 'react';
import type { Field } from '../../contract/fields.ts';
import type { Kind } from '../../contract/kinds.ts';
import { orMissing } from '../screens/faces/missingParts.ts';
import { ImageInput } from './ImageInput.tsx';
import { MomentInput } from './MomentInput.tsx';
import { RefInput } from './RefInput.tsx';
import { validatorsOf } from './validators.ts';

export interface InputProps {
  field: Field;
  name: string;
  isNew: boolean;
  isReadOnly?: boolean;
}

const RichTextInput = lazy(() =>
  orMissing(import('./richText/RichTextInput.tsx').then((module) => module.RichTextInput)).then((input) => ({
    default: input,
  })),
);

const common = ({ field, name, isNew, isReadOnly }: InputProps) => ({
  source: name,
  readOnly: isReadOnly,
  validate: validatorsOf(field, isNew),
  fullWidth: true,
  helperText: false as const,
  // A time's default is the server's clock, not the browser's.
  defaultValue: isNew && field.kind !== 'time' ? field.default : undefined,
});

const Text = (props: InputProps) => (
  <TextInput {...common(props)} multiline={(props.field.max ?? 0) > 300 && !props.field.link} minRows={2} />
);
const LongText = (props: InputProps) => <TextInput {...common(props)} multiline minRows={4} />;
const Html = (props: InputProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={360} />}>
    <RichTextInput {...common(props)} />
  </Suspense>
);
const Slug = (props: InputProps) => {
  const translate = useTranslate();
  return <TextInput {...common(props)} helperText={translate('form.slugHint')} />;
};
const Int = (props: InputProps) => <NumberInput {...common(props)} step={1} />;
const Money = (props: InputProps) => <TextInput {...common(props)} inputMode="decimal" />;
const Password = (props: InputProps) => <PasswordInput {...common(props)} autoComplete="new-password" />;
const Reference = (props: InputProps) => <RefInput {...common(props)} reference={props.field} />;
const Picture = (props: InputProps) => <ImageInput {...common(props)} />;

function Choice(props: InputProps) {
  const { name, field, isNew } = props;
  const resource = useResourceContext();
  const choices = (field.values ?? []).map((id) => ({ id, name: `resources.${resource}.choices.${name}.${id}` }));
  const { defaultValue, ...rest } = common(props);
  return (
    <SelectInput {...rest} defaultValue={isNew ? (defaultValue ?? choices[0]?.id) : undefined} choices={choices} />
  );
}

const Flag = (props: InputProps) => (
  <BooleanInput {...common(props)} format={Boolean} parse={(value: boolean) => (value ? 1 : 0)} />
);
const Bool = (props: InputProps) => <BooleanInput {...common(props)} />;

const Moment = (props: InputProps) => <MomentInput {...common(props)} />;

/** How a value of each kind is entered; kinds whose inputs come with their entities' screens have none yet. */
export const inputs: Partial<Record<Kind, ComponentType<InputProps>>> = {
  text: Text,
  longtext: LongText,
  html: Html,
  slug: Slug,
  password: Password,
  image: Picture,
  file: Text,
  choice: Choice,
  int: Int,
  money: Money,
  ref: Reference,
  flag: Flag,
  bool: Bool,
  time: Moment,
};
