import { styled } from '@mui/material';

/** The platform's own box: a list has many, and the first rows wait for none of them. */
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
  /** Some of what it stands for is on. */
  isPartly?: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A box to tick. */
export function Check({ label, isOn, isPartly = false, isDisabled = false, onChange }: Props) {
  return (
    <Box
      type="checkbox"
      aria-label={label}
      checked={isOn}
      disabled={isDisabled}
      ref={(box) => {
        if (box) box.indeterminate = isPartly;
      }}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
