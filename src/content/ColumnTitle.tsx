import { Box } from '@mui/material';
import type { ShowProps } from '../declaration/common.ts';
import { listFields } from '../fields/listFields.tsx';

/** A long name leaves room for the times, which are cut first otherwise. */
const column = { maxWidth: { sm: 140, xl: 240 }, overflow: 'hidden', textOverflow: 'ellipsis' };

/** The name of a record's column, which a back end may not tell with the record: then the columns do. */
export function ColumnTitle(props: ShowProps) {
  return (
    <Box sx={column}>
      {props.record.column_title ? (
        <listFields.text {...props} />
      ) : (
        <listFields.ref {...props} name="col_id" field={{ kind: 'ref', entity: 'column' }} />
      )}
    </Box>
  );
}
