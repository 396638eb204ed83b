import { Skeleton } from '@mui/material';
import { FieldTitle, useResourceContext, useTranslate } from 'ra-core';
import { BooleanInput, NumberInput, PasswordInput, TextInput } from 'ra-ui-materialui';
import { type ComponentType, Suspense } from 'react';
import { hasAll } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { patterns } from '../../contract/formats.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import type { Kind } from '../../contract/kinds.ts';
import { dayOf, readMoment } from '../../contract/moment.ts';
import { common, type InputProps } from '../declaration/common.ts';
import { sizes } from '../theme/index.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { ChosenInput } from './ChosenInput.tsx';
import { lazyInput } from './lazyInput.tsx';
import { MomentInput } from './MomentInput.tsx';
import { RefInput } from './RefInput.tsx';
import { type Writing, WrittenInput, type WrittenProps } from './WrittenInput.tsx';

const Text = (props: InputProps) => {
  const { max = 0, link, pattern } = props.field;
  if (pattern === patterns.day) return <DayInput {...common(props)} />;
  return <TextInput {...common(props)} multiline={max > 300 && !link} minRows={2} />;
};
const LongText = (props: InputProps) => <TextInput {...common(props)} multiline minRows={4} />;
const Slug = (props: InputProps) => {
  const translate = useTranslate();
  return <TextInput {...common(props)} helperText={translate('form.slugHint')} />;
};
const Int = (props: InputProps) => <NumberInput {...common(props)} step={1} />;
const Money = (props: InputProps) => <TextInput {...common(props)} inputMode="decimal" />;
const Password = (props: InputProps) => <PasswordInput {...common(props)} autoComplete="new-password" />;
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
      // react-admin leaves out the empty choice only of a required input, and marks that with an asterisk; a default needs none.
      isRequired={isDefaulted || field.required}
      label={isDefaulted ? <FieldTitle label={label} source={name} /> : label}
    />
  );
}

const Flag = (props: InputProps) => (
  <BooleanInput {...common(props)} format={Boolean} parse={(value: boolean) => (value ? 1 : 0)} />
);
const Bool = (props: InputProps) => <BooleanInput {...common(props)} />;

const Moment = (props: InputProps) => <MomentInput {...common(props)} />;

const RichText = lazyComponent(() => import('../richText/RichTextInput.tsx').then((module) => module.RichTextInput));
const Html = (props: InputProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={360} />}>
    <RichText {...common(props)} />
  </Suspense>
);

/** How a value of each kind is entered that is no record of others; what has none here is only ever told, or in `InputOf`. */
export const inputs: Partial<Record<Kind, ComponentType<InputProps>>> = {
  text: Text,
  longtext: LongText,
  html: Html,
  slug: Slug,
  password: Password,
  image: lazyInput(() => import('./ImageInput.tsx').then((module) => module.ImageInput), sizes.imageInput),
  file: lazyInput(() => import('./FileInput.tsx').then((module) => module.FileInput), sizes.fileInput),
  choice: Choice,
  int: Int,
  money: Money,
  ref: Reference,
  refs: References,
  flag: Flag,
  bool: Bool,
  time: Moment,
  images: lazyInput(() => import('./lists/ImagesInput.tsx').then((module) => module.ImagesInput), 200),
  files: lazyInput(() => import('./lists/FilesInput.tsx').then((module) => module.FilesInput), 200),
};

const isDay = new RegExp(patterns.day);

const writing: Writing = {
  picker: { type: 'date', of: (written) => written },
  pick: 'form.pickDay',
  placeholder: 'form.dayFormat',
  isWhole: isDay,
  isValue: (stored) => isDay.test(stored),
  write: (stored) => stored,
  read: (text) => {
    const moment = readMoment(text);
    return moment && dayOf(moment);
  },
};

/** A day as `1990-02-03`, in no zone. */
const DayInput = (props: WrittenProps) => <WrittenInput {...props} writing={writing} empty="" />;
