import { type RaRecord, useGetList, useRecordContext } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { codecs } from '../../../contract/codecs.ts';
import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import { patterns } from '../../../contract/formats.ts';
import { isRefusal } from '../../../dataProvider/failure.ts';
import { useMayChoose } from '../../auth/useMay.ts';
import { entryOf } from '../../utils/values.ts';

export interface Param extends RaRecord {
  name: string;
  title: string;
  type: string;
  options: string;
  value: string;
  required: 0 | 1;
}

function useParamList(cid: number | null | undefined, sid: number) {
  const may = useMayChoose('content_param');
  return useGetList<Param>(
    'content_param',
    { pagination: { page: 1, perPage: 200 }, sort: { field: 'sort', order: 'ASC' }, filter: { cid, sid } },
    // If they cannot be read, the form says so (form/ParamsNotice.tsx), and shows its other fields.
    { enabled: Boolean(cid) && may === true, staleTime: 10_000, onError: () => {} },
  );
}

/** docs/contract.md, "Values". Undefined while loading. @param sid the single page's own id, where the column is one */
export function useColumnParams(cid: number | null | undefined, sid = 0): Param[] | undefined {
  const { data } = useParamList(cid, sid);
  return cid ? data : none;
}
const none: Param[] = [];

type ParamsEntity = Pick<Entity, 'calls' | 'fields'>;

function useOwner({ calls, fields }: ParamsEntity, colId: unknown): [cid: number | undefined, sid: number] {
  const record = useRecordContext();
  // A single page has no create call: it is its column's only content.
  return [fields.params && Number(colId ?? 0), calls.create ? 0 : Math.max(0, Number(record?.id ?? 0))];
}

const useFormOwner = (entity: ParamsEntity) => useOwner(entity, useWatch({ name: 'col_id' }));

/** The parameters of values that need not be those of a form. @param colId their column */
export const useParamsOf = (entity: ParamsEntity, colId: unknown) => useColumnParams(...useOwner(entity, colId));

export const useFormParams = (entity: ParamsEntity) => useColumnParams(...useFormOwner(entity));

/** Undefined if the parameters of a form were read, or the back end has none to tell. */
export function useFormParamsFailure(entity: ParamsEntity): { error: Error; refetch: () => void } | undefined {
  const { data, error, refetch } = useParamList(...useFormOwner(entity));
  return error && !data && !isRefusal(error) ? { error, refetch } : undefined;
}

export const optionsOf = ({ options }: Pick<Param, 'options'>) =>
  options
    .split(/\r?\n/)
    .map((option) => option.trim())
    .filter(Boolean);

/** The parameter's value is the field's default. */
const fields: Record<string, (param: Pick<Param, 'options' | 'value'>) => Field> = {
  text: ({ value }) => ({ kind: 'text', max: 500, default: value }),
  longtext: ({ value }) => ({ kind: 'longtext', max: 20_000, default: value }),
  html: ({ value }) => ({ kind: 'html', default: value }),
  number: ({ value }) => ({ kind: 'text', pattern: patterns.number, default: value }),
  choice: (param) => ({ kind: 'choice', values: optionsOf(param), default: param.value }),
  choices: (param) => ({ kind: 'choice', values: optionsOf(param) }),
  flag: ({ value }) => ({ kind: 'flag', default: codecs.flag.decode(value) }),
  image: ({ value }) => ({ kind: 'image', default: value }),
  images: () => ({ kind: 'images' }),
  file: ({ value }) => ({ kind: 'file', link: true, default: value }),
  time: ({ value }) => ({ kind: 'time', default: codecs.time.decode(value) ?? undefined }),
};

export function paramField(param: Pick<Param, 'type' | 'options' | 'value' | 'required'>): Field {
  const field = (entryOf(fields, param.type) ?? fields.text)?.(param) ?? { kind: 'text' };
  return { ...field, ...(param.required && field.kind !== 'flag' && { required: true }) };
}
