import { RefTitle } from '../fields/RefTitle.tsx';
import { type ShowProps, shows } from '../fields/shows.tsx';

/** The name of a record's column, which a back end may not tell with the record: then the columns do. */
export function ColumnTitle(props: ShowProps) {
  const { column_title, col_id } = props.record;
  return column_title ? <shows.text {...props} /> : <RefTitle entity="column" id={col_id ?? null} />;
}
