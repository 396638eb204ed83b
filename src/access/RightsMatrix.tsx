import { Box, Checkbox, Tooltip, Typography } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'ra-core';
import { whoCan } from '../../contract/calls/explain.ts';
import { useMayCall } from '../auth/useMay.ts';
import { WhoCanOfRow } from './rightsButtons.tsx';
import {
  type Cell,
  cells,
  hasCell,
  idsOf,
  type MatrixRow,
  matrix,
  type RulesByPath,
  requiredRuleIds,
  stateOf,
  toggleCell,
} from './rightsMatrix.ts';
import { useResourceName } from './useResourceName.ts';

interface Props {
  labelledBy: string;
  rules: RulesByPath;
  held: ReadonlySet<number>;
  onChange: (held: Set<number>) => void;
  mayGive: (id: number) => boolean;
  isReadOnly: boolean;
}

/** Rows of what people know, columns of what one does with it. A cell gives all rules behind it, and what they need. */
export function RightsMatrix({ labelledBy, rules, ...props }: Props) {
  const translate = useTranslate();
  const mayAsk = useMayCall()(whoCan);
  const sections = matrix
    .map(({ title, rows }) => ({ title, rows: rows.filter((row) => cells.some((cell) => hasCell(row, cell, rules))) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <Box sx={{ overflowX: { xs: 'auto', sm: 'visible' }, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Box component="table" aria-labelledby={labelledBy} sx={tableStyle}>
        <thead>
          <tr>
            <td />
            {cells.map((cell) => (
              <th key={cell} scope="col">
                {translate(`roleForm.cells.${cell}`)}
              </th>
            ))}
            {mayAsk && (
              <th scope="col" className="who">
                <Box sx={visuallyHidden}>{translate('explain.whoCan')}</Box>
              </th>
            )}
          </tr>
        </thead>
        {sections.map(({ title, rows }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={cells.length + (mayAsk ? 2 : 1)} className="section">
                {translate(title)}
              </th>
            </tr>
            {rows.map((row) => (
              <Row key={row.name} row={row} rules={rules} mayAsk={mayAsk} {...props} />
            ))}
          </tbody>
        ))}
      </Box>
    </Box>
  );
}

function Row({ row, mayAsk, ...props }: Omit<Props, 'labelledBy'> & { row: MatrixRow; mayAsk: boolean }) {
  const name = useResourceName()(row.name);
  return (
    <tr>
      <Typography component="th" scope="row" variant="body2">
        {name}
      </Typography>
      {cells.map((cell) => (
        <td key={cell}>
          {hasCell(row, cell, props.rules) && <RightCell row={row} cell={cell} name={name} {...props} />}
        </td>
      ))}
      {mayAsk && (
        <td className="who">
          <WhoCanOfRow row={row} />
        </td>
      )}
    </tr>
  );
}

interface CellProps extends Omit<Props, 'labelledBy'> {
  row: MatrixRow;
  cell: Cell;
  name: string;
}

function RightCell({ row, cell, name, rules, held, onChange, mayGive, isReadOnly }: CellProps) {
  const translate = useTranslate();
  const label = translate('roleForm.fieldOf', { entity: name, field: translate(`roleForm.cells.${cell}`) });
  const state = stateOf(row, cell, rules, held);
  const own = idsOf(row, cell, rules);
  const isBeyond = !(own.length > 0 ? own : requiredRuleIds(row, cell, rules)).every(mayGive);
  const why = isReadOnly
    ? ''
    : isBeyond
      ? translate('access.notHeld')
      : state === 'some'
        ? translate('roleForm.partly')
        : '';
  return (
    <Tooltip title={why} disableInteractive>
      <span>
        <Checkbox
          size="small"
          disableRipple
          checked={state === 'all'}
          indeterminate={state === 'some'}
          disabled={isReadOnly || isBeyond}
          onChange={() => onChange(toggleCell(row, cell, { rules, held, mayGive }))}
          slotProps={{
            input: {
              'aria-label': [label, why].filter(Boolean).join(', '),
              // MUI sets the attribute alone.
              ref: (input: HTMLInputElement | null) => {
                if (input) input.indeterminate = state === 'some';
              },
            },
          }}
          sx={{ p: { xs: 0.5, sm: 0.75 } }}
        />
      </span>
    </Tooltip>
  );
}

const tableStyle = {
  width: 1,
  borderCollapse: 'collapse',
  '& th, & td': { p: 0, textAlign: 'center', fontWeight: 400 },
  // The panel scrolls, with a padding of its own.
  '& thead th, & thead td': { position: 'sticky', top: 'var(--tools-top)', zIndex: 1, bgcolor: 'background.paper' },
  '& thead th': { py: 1, px: 0.25, typography: 'caption', color: 'text.secondary', minWidth: { xs: 28, sm: 36 } },
  '& th[scope=row]': { textAlign: 'start', pl: { xs: 1, sm: 1.5 }, pr: 0.5, overflowWrap: 'anywhere' },
  // On a phone there is no room for it: a rule in the tree and a record's panel have the same question.
  '& .who': { display: { xs: 'none', sm: 'table-cell' } },
  '& .section': {
    textAlign: 'start',
    px: 1.5,
    py: 0.75,
    typography: 'subtitle2',
    bgcolor: 'action.hover',
    borderBlock: 1,
    borderColor: 'divider',
  },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
} as const;
