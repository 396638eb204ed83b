import { type RaRecord, useGetList } from 'ra-core';
import { useMayChoose } from '../../auth/useMay.ts';

/** A content parameter, as it is read. */
export interface Param extends RaRecord {
  name: string;
  title: string;
  type: string;
  options: string;
  value: string;
  required: 0 | 1;
}

const first = { page: 1, perPage: 200 };
const inOrder = { field: 'sort', order: 'ASC' as const };

/**
 * The content parameters of a column's contents (docs/contract.md, "Values"), in their order; undefined until they are known.
 * @param sid the single page's own id, where the column is one
 */
export function useColumnParams(cid: number | null | undefined, sid = 0): Param[] | undefined {
  const may = useMayChoose('content_param');
  const { data } = useGetList<Param>(
    'content_param',
    { pagination: first, sort: inOrder, filter: { cid, sid } },
    { enabled: Boolean(cid) && may === true, staleTime: 10_000, onError: quiet },
  );
  return cid ? data : none;
}

const none: Param[] = [];
// Without them the form still has all else.
const quiet = () => {};
