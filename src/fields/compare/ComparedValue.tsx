import { Box } from '@mui/material';
import { useResourceContext, useTranslate } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import { codecs, isRecord } from '../../../contract/codecs.ts';
import type { Field, Fields } from '../../../contract/fields.ts';
import { findEntity } from '../../../contract/index.ts';
import type { Kind } from '../../../contract/kinds.ts';
import { maskedValue } from '../../../contract/secrets.ts';
import { useLoggedLabel } from '../../declaration/useFieldLabel.ts';
import { fullNameOf } from '../../utils/files.ts';
import { sizeText } from '../../utils/format.ts';
import { canonicalJson, isBlank, isEmpty } from '../../utils/values.ts';
import { detailFields } from '../detailFields.tsx';
import { type Param, paramField } from '../params/useColumnParams.ts';
import { RowPicture } from '../RowPicture.tsx';
import { ComparedLines, diffItems, htmlLines, Mark, SecondaryText } from './ComparedLines.tsx';

type Values = Record<string, unknown>;

interface Props {
  /** Undefined for a name that the entity does not declare: the type of the value decides how it is shown. */
  field: Field | undefined;
  name: string;
  values: Values;
  /** Undefined where there is no other side: then the whole value is shown, else what differs. */
  others?: Values;
  params?: Param[];
}

/** Decodes a value as its kind does. A choice of several values has no kind of its own, and is left as it is. */
function decode(field: Field | undefined, value: unknown): unknown {
  if (!field || value === undefined || (field.kind === 'choice' && Array.isArray(value))) return value;
  return codecs[field.kind].decode(value, field);
}

/** Whether two values of a field are equal, also where a form and a back end write them differently. */
export const isSameValue = (field: Field | undefined, one: unknown, other: unknown): boolean =>
  canonicalJson(decode(field, one)) === canonicalJson(decode(field, other));

/** As our server writes a time: in UTC. */
const storedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

function kindOf(value: unknown): Kind {
  if (typeof value === 'object') return 'json';
  return typeof value === 'string' && storedTime.test(value) ? 'time' : 'text';
}

/** References by title, lists by row, pictures as pictures, HTML as text. */
export function ComparedValue({ field, name, values, others, params }: Props) {
  const translate = useTranslate();
  if (field?.writeOnly || values[name] === maskedValue) return '••••••';
  const value = decode(field, values[name]);
  if (isBlank(value)) return <SecondaryText>{translate('log.nothing')}</SecondaryText>;
  const other = others && decode(field, others[name]);
  const kind = field?.kind ?? kindOf(value);
  const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  const Compared = isList && kind !== 'refs' ? List : compared[kind];
  if (Compared)
    return (
      <>
        <Compared
          field={field ?? { kind }}
          name={name}
          value={withoutRest(value)}
          other={withoutRest(other)}
          params={params}
          isSingle={!others}
        />
        {restOf(values[name])}
      </>
    );
  const Show = detailFields[kind];
  return <Show field={field ?? { kind }} name={name} record={{ id: 0, [name]: value }} />;
}

/** The operation log shortens long lists of records: its last item says how many others there are. */
function restOf(list: unknown): ReactNode {
  const last = Array.isArray(list) && list.some(isRecord) && list.at(-1);
  return typeof last === 'string' && <SecondaryText>{last}</SecondaryText>;
}
const withoutRest = (list: unknown) => (restOf(list) ? (list as unknown[]).slice(0, -1) : list);

interface ComparedProps {
  field: Field;
  name: string;
  value: unknown;
  other: unknown;
  isSingle: boolean;
  params: Param[] | undefined;
}

const text = (value: unknown) => String(value ?? '');
const Text = ({ value, other, isSingle }: ComparedProps) => (
  <ComparedLines lines={text(value).split('\n')} others={isSingle ? undefined : text(other).split('\n')} />
);
const Html = ({ value, other, isSingle }: ComparedProps) => (
  <ComparedLines lines={htmlLines(text(value))} others={isSingle ? undefined : htmlLines(text(other))} />
);

function List({ value }: ComparedProps) {
  const translate = useTranslate();
  return (value as unknown[]).join(translate('list.and'));
}

/** The name of a file; its whole address where the other file has the same name. */
function nameOf(value: unknown, other: unknown): string {
  const name = fullNameOf(text(value));
  return name && name !== fullNameOf(text(other)) ? name : text(value);
}
const File = ({ value, other }: ComparedProps) => <Name>{nameOf(value, other)}</Name>;
const Image = ({ value, other }: ComparedProps) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, verticalAlign: 'top' }}>
    <Box component="span" sx={{ flexShrink: 0 }}>
      <RowPicture src={text(value)} hasLarge />
    </Box>
    <Name>{nameOf(value, other)}</Name>
  </Box>
);
const Name = ({ children }: { children: string }) => (
  <Box component="span" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
    {children}
  </Box>
);

/** The compared fields of a picture and of a file in a list: all but `sort`, which is the row. */
const imageFields: Fields = { url: { kind: 'image' }, title: { kind: 'text' }, intro: { kind: 'text' } };
const fileFields: Fields = {
  title: { kind: 'text' },
  url: { kind: 'file' },
  size: { kind: 'text' },
  extract_code: { kind: 'text' },
};
const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Values[]) : []);
const withSizes = (value: unknown) => rowsOf(value).map((file) => ({ ...file, size: sizeText(file.size) }));

const Images = ({ value, other, ...props }: ComparedProps) => (
  <Rows {...props} fields={imageFields} rows={rowsOf(value)} others={rowsOf(other)} labels="rows" />
);
const Files = ({ value, other, ...props }: ComparedProps) => (
  <Rows {...props} fields={fileFields} rows={withSizes(value)} others={withSizes(other)} labels="rows" />
);
function Items({ value, other, ...props }: ComparedProps) {
  const labels = `resources.${useResourceContext()}.items.${props.name}`;
  return <Rows {...props} fields={props.field.of ?? {}} rows={rowsOf(value)} others={rowsOf(other)} labels={labels} />;
}

interface RowsProps extends Pick<ComparedProps, 'isSingle'> {
  fields: Fields;
  rows: Values[];
  others: Values[];
  labels: string;
}

function Rows({ fields, rows, others, labels, isSingle }: RowsProps) {
  const translate = useTranslate();
  const known = (row: Values) => Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
  const shown = diffItems(rows.map(known), isSingle ? undefined : others.map(known));
  const same = rows.length - shown.length;
  return (
    <>
      {shown.map(({ value, at, counterpart }) => (
        <Box key={at} sx={{ '& + &': { mt: 0.75 } }}>
          <SecondaryText>{translate('compare.row', { n: at + 1 })}</SecondaryText>
          <Pairs
            pairs={Object.entries(fields)
              .filter(([name]) => !isEmpty(value[name]))
              .map(([name, field]) => ({
                label: translate(`${labels}.${name}`),
                value: <Cell field={field} name={name} values={value} others={counterpart} />,
              }))}
          />
        </Box>
      ))}
      {same > 0 && <SecondaryText>{translate('compare.sameRows', { smart_count: same })}</SecondaryText>}
    </>
  );
}

function Cell(props: Props & { field: Field }) {
  const { field, name, values, others } = props;
  const isSame = !others || isSameValue(field, values[name], others[name]);
  const cell = <ComparedValue {...props} others={isSame ? undefined : others} />;
  return isSame || marking.includes(field.kind) ? cell : <Mark>{cell}</Mark>;
}

const Pairs = ({ pairs }: { pairs: { label: string; value: ReactNode }[] }) => (
  <Box
    component="dl"
    sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 1.5, '& dt, & dd': { display: 'inline', m: 0 } }}
  >
    {pairs.map(({ label, value }) => (
      <Box key={label} sx={{ minWidth: 0, maxWidth: '100%', overflowWrap: 'anywhere' }}>
        <Box component="dt" sx={{ color: 'text.secondary' }}>
          {label}
        </Box>{' '}
        <dd>{value}</dd>
      </Box>
    ))}
  </Box>
);

function Params({ value, other, isSingle, params = [] }: ComparedProps) {
  const own = value as Values;
  const others = (other ?? {}) as Values;
  const fieldOf = (name: string): Field | undefined => {
    const param = params.find((each) => each.name === name);
    // The options of a parameter are their own labels.
    return param?.type === 'choice' ? { kind: 'text' } : param && paramField(param);
  };
  const names = [...new Set([...params.map(({ name }) => name), ...Object.keys(own), ...Object.keys(others)])];
  const differing = names.filter((name) =>
    isSingle ? !isEmpty(own[name]) : !isSameValue(fieldOf(name), own[name], others[name]),
  );
  const pairs = differing.map((name) => ({
    label: params.find((each) => each.name === name)?.title ?? name,
    value: <ComparedValue field={fieldOf(name)} name={name} values={own} others={isSingle ? undefined : others} />,
  }));
  return <Pairs pairs={pairs} />;
}

/** JSON, with the labels of the entity's fields of the same names; its shape may be declared or not. */
function Json({ field, name, value, other, isSingle }: ComparedProps) {
  const resource = useResourceContext() ?? '';
  const labelOf = useLoggedLabel(resource);
  const own = findEntity(resource)?.fields ?? {};
  const { shape } = field;
  const fields: Fields = shape && 'record' in shape ? shape.record : shape && 'list' in shape ? shape.list : own;
  if (typeof value !== 'object')
    return <Text field={field} name={name} value={value} other={other} isSingle={isSingle} params={undefined} />;
  const shown = diffItems([value].flat(), isSingle ? undefined : [other].flat());
  return shown.map(({ value: record, at }) =>
    typeof record === 'object' && record !== null ? (
      <Pairs
        key={at}
        pairs={Object.keys(record).map((each) => ({
          label: labelOf(each),
          value: <ComparedValue field={fields[each]} name={each} values={record as Values} />,
        }))}
      />
    ) : (
      <div key={at}>{text(record)}</div>
    ),
  );
}

const compared: Partial<Record<Kind, ComponentType<ComparedProps>>> = {
  text: Text,
  longtext: Text,
  slug: Text,
  html: Html,
  image: Image,
  file: File,
  images: Images,
  files: Files,
  items: Items,
  params: Params,
  json: Json,
};
/** Kinds whose cells need no mark: texts mark the difference themselves, and pictures are visible. */
const marking: readonly Kind[] = ['text', 'longtext', 'slug', 'html', 'image'];
