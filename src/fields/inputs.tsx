import { Skeleton } from '@mui/material';
import { FieldTitle, useRecordContext, useResourceContext, useTranslate } from 'ra-core';
import {
  BooleanInput,
  NumberInput,
  PasswordInput,
  SelectInput,
  type SelectInputProps,
  TextInput,
} from 'ra-ui-materialui';
import { type ComponentType, Suspense } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { hasAll } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { patterns } from '../../contract/formats.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import type { Kind } from '../../contract/kinds.ts';
import { isOneLine } from '../../contract/oneLine.ts';
import { common, type InputProps } from '../declaration/common.ts';
import { sizes } from '../theme/index.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { integerKeyboard, isExactNumber, isNumber, readNumber } from '../utils/numbers.ts';
import { isEmpty } from '../utils/values.ts';
import { lazyInput } from './lazyInput.tsx';
import { DayInput, MomentInput } from './MomentInput.tsx';
import { RefInput } from './RefInput.tsx';

const Link = lazyInput(() => import('./LinkInput.tsx').then((module) => module.LinkInput), sizes.formRow);
const Text = (props: InputProps) => {
  const { field } = props;
  if (field.pattern === patterns.day) return <DayInput {...common(props)} />;
  if (field.link) return <Link {...props} />;
  return <TextInput {...common(props)} multiline={!isOneLine(field)} minRows={2} />;
};

const showNumber = (value: unknown) => String(value ?? '');

/**
 * A text field, because one of numbers drops what it cannot read: `1,5` would become 15, and `--3` nothing. Text that is no number
 * stays in the form as it was typed, and is refused once its field is left.
 */
const Int = (props: InputProps) => {
  const { trigger, clearErrors } = useFormContext();
  const { validate, source, ...rest } = common(props);
  return (
    <NumberInput
      {...rest}
      source={source}
      validate={[isNumber, ...validate, isExactNumber]}
      format={showNumber}
      parse={readNumber}
      slotProps={{ htmlInput: { type: 'text', inputMode: integerKeyboard(props.field) } }}
      onInput={() => clearErrors(source)}
      onBlur={({ target }) => {
        if (typeof readNumber(target.value) === 'string') trigger(source);
      }}
    />
  );
};
const Slug = (props: InputProps) => {
  const translate = useTranslate();
  const before = useRecordContext()?.[props.name];
  const value = useWatch({ name: props.name });
  const isMoved = props.field.redirects && before && value !== before;
  const hint = isMoved ? translate('form.slugMoved', { before }) : translate('form.slugHint');
  return <TextInput {...common(props)} helperText={props.hint ?? hint} />;
};
const SearchedReference = lazyInput(
  () => import('./SearchedReference.tsx').then((module) => module.SearchedReference),
  sizes.formRow,
);
const isSearched = ({ entity = '' }: Field) => !hasAll(entities[entity as EntityName]);
const Reference = (props: InputProps) =>
  isSearched(props.field) ? <SearchedReference {...props} /> : <RefInput {...common(props)} reference={props.field} />;
const AllReferences = lazyInput(() => import('./RefsInput.tsx').then((module) => module.RefsInput), sizes.formRow);
const References = (props: InputProps) =>
  isSearched(props.field) ? <SearchedReference {...props} /> : <AllReferences {...props} />;

function Choice(props: InputProps) {
  const { name, field, isNew } = props;
  const resource = useResourceContext();
  const choices = (field.values ?? []).map((id) => ({ id, name: `resources.${resource}.choices.${name}.${id}` }));
  const { defaultValue, label, ...rest } = common(props);
  const isDefaulted = field.default !== undefined;
  return (
    <ChosenInput
      {...rest}
      defaultValue={isNew ? (defaultValue ?? choices[0]?.id) : undefined}
      choices={choices}
      // react-admin leaves out the empty choice only of a required input, and marks that with an asterisk.
      isRequired={isDefaulted || field.required}
      label={isDefaulted ? <FieldTitle label={label} source={name} /> : label}
    />
  );
}

const RichText = lazyComponent(() =>
  withTexts(import('../richText/RichTextInput.tsx').then((module) => module.RichTextInput)),
);
const Html = (props: InputProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={360} />}>
    <RichText {...common(props)} />
  </Suspense>
);

/** The input of each kind. Kinds that are missing here are read-only, or composed of other inputs (`InputOf`). */
export const inputs: Partial<Record<Kind, ComponentType<InputProps>>> = {
  text: Text,
  longtext: (props) => <TextInput {...common(props)} multiline minRows={4} />,
  html: Html,
  slug: Slug,
  password: (props) => <PasswordInput {...common(props)} autoComplete="new-password" />,
  image: lazyInput(() => import('./ImageInput.tsx').then((module) => module.ImageInput), sizes.imageInput),
  file: lazyInput(() => import('./FileInput.tsx').then((module) => module.FileInput), sizes.fileInput),
  choice: Choice,
  int: Int,
  money: (props) => <TextInput {...common(props)} inputMode="decimal" />,
  ref: Reference,
  refs: References,
  flag: (props) => <BooleanInput {...common(props)} format={Boolean} parse={(value: boolean) => (value ? 1 : 0)} />,
  bool: (props) => <BooleanInput {...common(props)} />,
  time: (props) => <MomentInput {...common(props)} />,
  images: lazyInput(() => import('./lists/ImagesInput.tsx').then((module) => module.ImagesInput), 200),
  files: lazyInput(() => import('./lists/FilesInput.tsx').then((module) => module.FilesInput), 200),
};

type ChosenInputProps = SelectInputProps & { source: string; choices: { id: string | number; name: string }[] };

/** A select takes only scalars. */
const toScalar = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

/** A stored value that is not among the choices is added to them, so that it is visible and survives a save. */
export function ChosenInput({ choices, parse = (chosen: unknown) => chosen, ...props }: ChosenInputProps) {
  const stored: unknown = useWatch({ name: props.source });
  const scalar = toScalar(stored);
  const isOffered = isEmpty(scalar) || choices.some(({ id }) => id === scalar);
  return (
    <SelectInput
      {...props}
      choices={isOffered ? choices : [...choices, { id: scalar, name: String(scalar) }]}
      format={(value: unknown) => toScalar(value) ?? ''}
      parse={(chosen: unknown) => (chosen === scalar ? stored : parse(chosen))}
    />
  );
}
