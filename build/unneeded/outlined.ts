/** Replaces the variants of text fields that the theme leaves out (src/theme): all are outlined. */
export { default } from '@mui/material/OutlinedInput';
