import type { ShowProps } from '../declaration/common.ts';
import { shows } from '../fields/shows.tsx';

/** The name of a record's column, which a back end may not tell with the record: then the columns do. */
export function ColumnTitle(props: ShowProps) {
  if (props.record.column_title) return <shows.text {...props} />;
  return <shows.ref {...props} name="col_id" field={{ kind: 'ref', entity: 'column' }} />;
}
