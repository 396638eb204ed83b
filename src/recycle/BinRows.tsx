import DeleteForever from '@mui/icons-material/DeleteForeverOutlined';
import Restore from '@mui/icons-material/RestoreOutlined';
import {
  Box,
  IconButton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  type Theme,
  Tooltip,
  useMediaQuery,
} from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { recyclePurge, recycleRestore } from '../../contract/calls/recycle.ts';
import { Check } from '../bulk/Check.tsx';
import { useMayHold } from '../bulk/useMayHold.ts';
import { Time } from '../fields/Time.tsx';
import { type Deleted, keyOf } from './deleted.ts';

interface Props {
  rows: Deleted[];
  selected: Deleted[];
  onToggle: (records: Deleted[], isOn: boolean) => void;
  onAsk: (what: 'restore' | 'purge', record: Deleted) => void;
}

/** The records of the recycle bin: a table, or cards where the screen is narrow. */
export function BinRows(props: Props) {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true });
  return isNarrow ? <Cards {...props} /> : <Rows {...props} />;
}

const headings = ['name', 'kind', 'deletedAt', 'deletedBy'] as const;

function Rows({ rows, selected, onToggle, onAsk }: Props) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const keys = new Set(selected.map(keyOf));
  const chosen = rows.filter((row) => keys.has(keyOf(row))).length;
  return (
    <Box tabIndex={-1} sx={{ overflow: 'auto', minHeight: 0 }}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 0, pr: 0 }}>
              <Check
                label={translate('bulk.selectPage')}
                isOn={chosen === rows.length}
                isPartly={chosen > 0 && chosen < rows.length}
                onChange={(isOn) => onToggle(rows, isOn)}
              />
            </TableCell>
            {headings.map((heading) => (
              <TableCell key={heading}>{translate(`recycle.${heading}`)}</TableCell>
            ))}
            <TableCell align="right">{translate('list.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} hover>
              <TableCell sx={{ pr: 0 }}>
                <SelectOne row={row} isOn={keys.has(keyOf(row))} onToggle={onToggle} />
              </TableCell>
              <TableCell sx={{ width: '99%', overflowWrap: 'anywhere' }}>
                <Named row={row} />
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{label(row.entity, 1)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                <Time value={row.deleted_at} />
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{row.deleted_by}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions row={row} onAsk={onAsk} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Cards({ rows, selected, onToggle, onAsk }: Props) {
  const label = useGetResourceLabel();
  const keys = new Set(selected.map(keyOf));
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, overflowY: { sm: 'auto' } }}>
      {rows.map((row) => (
        <Box
          component="li"
          key={keyOf(row)}
          sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, minWidth: 0 }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <SelectOne row={row} isOn={keys.has(keyOf(row))} onToggle={onToggle} />
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Named row={row} />
            </Box>
            <Actions row={row} onAsk={onAsk} />
          </Box>
          <Box sx={{ color: 'text.secondary', display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
            <span>{label(row.entity, 1)}</span>
            <Time value={row.deleted_at} />
            <span>{row.deleted_by}</span>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function SelectOne({ row, isOn, onToggle }: { row: Deleted; isOn: boolean; onToggle: Props['onToggle'] }) {
  const translate = useTranslate();
  const label = translate('bulk.select', { title: row.title });
  return <Check label={label} isOn={isOn} onChange={(next) => onToggle([row], next)} />;
}

/** A record's name, and what went with it. */
function Named({ row: { title, id, holds } }: { row: Deleted }) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const what = Object.entries(holds ?? {})
    .map(([name, n]) => translate('column.holdsLine', { name: label(name, n), n }))
    .join(translate('list.and'));
  return (
    <>
      {title || `#${id}`}
      {what && (
        <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
          {translate('recycle.with', { what })}
        </Box>
      )}
    </>
  );
}

function Actions({ row, onAsk }: { row: Deleted; onAsk: Props['onAsk'] }) {
  const translate = useTranslate();
  const mayHold = useMayHold();
  const button = (what: 'restore' | 'purge', path: string, Icon: typeof Restore) =>
    mayHold(path) && (
      <Tooltip title={translate(`recycle.${what}`)}>
        <IconButton
          size="small"
          aria-label={`${translate(`recycle.${what}`)} ${row.title}`}
          onClick={() => onAsk(what, row)}
        >
          <Icon fontSize="small" />
        </IconButton>
      </Tooltip>
    );
  return (
    <>
      {button('restore', recycleRestore.path, Restore)}
      {button('purge', recyclePurge.path, DeleteForever)}
    </>
  );
}
