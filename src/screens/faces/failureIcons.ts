import CloudOff from '@mui/icons-material/CloudOffOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import Hourglass from '@mui/icons-material/HourglassEmpty';
import type { SvgIcon } from '@mui/material';
import { CallFailure, type FailureKind } from '../../../dataProvider/failure.ts';

const icons: Partial<Record<FailureKind, typeof SvgIcon>> = {
  timeout: CloudOff,
  network: CloudOff,
  unsent: CloudOff,
  unknown: CloudOff,
  limited: Hourglass,
};

/** The line, the back end's patience, or something else. */
export const iconOf = (error: unknown) => (error instanceof CallFailure && icons[error.kind]) || ErrorOutline;
