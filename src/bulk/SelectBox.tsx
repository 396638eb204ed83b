import { styled } from '@mui/material';
import { type Identifier, useListContext, useRecordContext, useTranslate } from 'ra-core';
import type { Resource } from '../declaration/resource.ts';
import { useLockReason } from '../declaration/resourceContext.ts';
import { useAreFirstRows } from '../ui/DeferredRender.tsx';

/** The row that was toggled last, where a Shift-click's range begins. */
let anchor: { resource: string; id: Identifier } | undefined;

export function SelectBox({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const record = useRecordContext();
  const lockReason = useLockReason();
  const { data = [], selectedIds = [], onSelect, onToggleItem } = useListContext();
  if (!record) return null;
  const toggle = (isOn: boolean, isRange: boolean) => {
    const from = anchor?.resource === resource.name ? data.findIndex(({ id }) => id === anchor?.id) : -1;
    const to = data.findIndex(({ id }) => id === record.id);
    anchor = { resource: resource.name, id: record.id };
    if (!isRange || from < 0 || to < 0) return onToggleItem(record.id);
    const range = data.slice(Math.min(from, to), Math.max(from, to) + 1).filter((row) => !lockReason('edit', row));
    const others = selectedIds.filter((id) => !range.some((row) => row.id === id));
    return onSelect(isOn ? [...others, ...range.map(({ id }) => id)] : others);
  };
  const title = String(record[resource.entity.label] || `#${record.id}`);
  return (
    <Check
      label={translate('bulk.select', { title })}
      isOn={selectedIds.includes(record.id)}
      isDisabled={lockReason('edit', record) !== undefined}
      onChange={toggle}
    />
  );
}

export function SelectPageBox() {
  const translate = useTranslate();
  const { data = [], selectedIds = [], onSelect } = useListContext();
  const lockReason = useLockReason();
  const ids = data.filter((record) => !lockReason('edit', record)).map(({ id }) => id);
  const chosen = ids.filter((id) => selectedIds.includes(id)).length;
  const others = selectedIds.filter((id) => !ids.includes(id));
  const isAll = chosen > 0 && chosen === ids.length;
  return (
    <Check
      label={translate('bulk.selectPage')}
      isOn={isAll}
      isPartly={chosen > 0 && !isAll}
      // Only the first rows are rendered yet, but the whole page would be selected.
      isDisabled={useAreFirstRows()}
      onChange={() => onSelect(isAll ? others : [...others, ...ids])}
    />
  );
}

/** A native checkbox: a list has many, and MUI's would delay the first rows. */
const Box = styled('input')(({ theme }) => ({
  width: theme.spacing(2),
  height: theme.spacing(2),
  margin: theme.spacing(0.5),
  flex: 'none',
  accentColor: theme.palette.primary.main,
  verticalAlign: 'middle',
  cursor: 'pointer',
}));

interface Props {
  label: string;
  isOn: boolean;
  isPartly?: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean, isWithShift: boolean) => void;
}

function Check({ label, isOn, isPartly = false, isDisabled = false, onChange }: Props) {
  return (
    <Box
      type="checkbox"
      aria-label={label}
      checked={isOn}
      disabled={isDisabled}
      ref={(box) => {
        if (box) box.indeterminate = isPartly;
      }}
      // Keeps Shift-click from selecting the text between the two rows.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={({ target, nativeEvent }) => onChange(target.checked, (nativeEvent as MouseEvent).shiftKey === true)}
    />
  );
}
