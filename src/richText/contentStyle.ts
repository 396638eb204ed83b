import type { SxProps, Theme } from '@mui/material';

/** The label follows the focus of the whole field; MUI would follow the checkboxes of its dialogs. */
export const fieldStyle: SxProps<Theme> = {
  '&:focus-within > .MuiInputLabel-root:not(.Mui-error)': { color: 'primary.main' },
};

const ring = (color: 'primary' | 'error') => ({
  borderColor: `${color}.main`,
  boxShadow: (theme: Theme) => `0 0 0 1px ${theme.palette[color].main}`,
});

export const frameStyle: SxProps<Theme> = {
  width: 1,
  color: 'text.primary',
  minWidth: 0,
  border: 1,
  borderRadius: 1,
  borderColor: 'control',
  '&:hover': { borderColor: 'text.primary' },
  '&:focus-within': ring('primary'),
  '&[data-invalid]': { borderColor: 'error.main' },
  '&[data-invalid]:focus-within': ring('error'),
  '&[data-disabled]': { borderColor: 'action.disabled', color: 'text.disabled' },
};

/** The text colors of tags that do not have the page's, as paths in MUI's palette. */
export const tagColors = { a: 'primary.main', blockquote: 'text.secondary', figcaption: 'text.secondary' } as const;

export const contentStyle: SxProps<Theme> = (theme) => ({
  maxHeight: 'var(--text-height, min(70vh, 800px))',
  overflow: 'auto',
  borderBottomLeftRadius: 'inherit',
  borderBottomRightRadius: 'inherit',
  // Styles of the text cannot paint outside of its box.
  contain: 'paint',
  '& .ProseMirror': {
    minHeight: theme.spacing(40),
    p: 2,
    outline: 0,
    fontSize: '0.9375rem',
    lineHeight: 1.75,
    overflowWrap: 'anywhere',
    // TipTap sets this too, but an editor that closes removes TipTap's style sheet, also for one that has just opened.
    whiteSpace: 'break-spaces',
    '& > :first-of-type': { mt: 0 },
    '& p, & ul, & ol, & blockquote, & pre, & table': { my: 0, mb: 1.5 },
    '& [data-rt-bare], & td p, & th p, & li p': { mb: 0 },
    '& h1, & h2, & h3, & h4, & h5, & h6': { mt: 2.5, mb: 1, lineHeight: 1.35, fontWeight: 600 },
    '& h1': { fontSize: '1.75em' },
    '& h2': { fontSize: '1.45em' },
    '& h3': { fontSize: '1.2em' },
    '& h4, & h5, & h6': { fontSize: '1.05em' },
    '& ul, & ol': { pl: 3.5 },
    '& blockquote': { mx: 0, pl: 2, borderLeft: 3, borderColor: 'divider', color: tagColors.blockquote },
    '& pre': { p: 1.5, borderRadius: 1, bgcolor: 'action.hover', fontFamily: 'monospace', fontSize: '0.9em' },
    '& hr': { my: 2, border: 0, borderTop: 1, borderColor: 'divider' },
    '& a': { color: tagColors.a, textDecoration: 'underline' },
    '& video': { maxWidth: 1, maxHeight: 320, verticalAlign: 'bottom' },
    '& audio': { maxWidth: 1, verticalAlign: 'bottom' },
    '& figure': { mx: 0, mt: 0, mb: 1.5 },
    '& figcaption': { mt: 0.5, color: tagColors.figcaption, fontSize: '0.875em', minHeight: '1.75em' },
    '& img': { maxWidth: 1, height: 'auto', verticalAlign: 'bottom' },
    '& table': { borderCollapse: 'collapse', maxWidth: 1 },
    '& td, & th': { border: 1, borderColor: 'divider', px: 1, py: 0.5, minWidth: '3em', verticalAlign: 'top' },
    '& th': { bgcolor: 'action.hover', textAlign: 'left' },
    '&[contenteditable=true].ProseMirror-focused .slash-hint:before': {
      content: 'var(--slash-hint)',
      float: 'left',
      height: 0,
      color: 'text.secondary',
      pointerEvents: 'none',
    },
    '& .find-match': { bgcolor: 'Mark', color: 'MarkText' },
    '& .find-match.is-current': { bgcolor: 'primary.main', color: 'primary.contrastText' },
    // A block keeps its own colours.
    '& .react-renderer.find-match': { bgcolor: 'transparent', color: 'inherit', outline: 3, outlineColor: 'Mark' },
    '& .react-renderer.find-match.is-current': {
      bgcolor: 'transparent',
      color: 'inherit',
      outlineColor: 'primary.main',
    },
    '& .column-edge': { boxShadow: `inset -2px 0 ${theme.palette.primary.main}` },
    '&.is-on-border': { cursor: 'col-resize', userSelect: 'none' },
    '& .selectedCell': { bgcolor: 'action.selected' },
    '& .ProseMirror-selectednode': { outline: 2, outlineColor: 'primary.main', outlineOffset: 1 },
    '&.ProseMirror .ProseMirror-gapcursor:after': { borderColor: 'text.primary' },
    // contrast/readableColors.ts sets the variable.
    '& .readable-color:not(.find-match)': { color: 'var(--readable-color) !important' },
  },
  '& .island': {
    border: 1,
    borderStyle: 'dashed',
    borderColor: 'control',
    borderRadius: 1,
    mb: 1.5,
    overflow: 'hidden',
  },
  '& .island .island-content': { display: 'flow-root', px: 1, overflow: 'hidden' },
  '& .island-bar': {
    display: 'flex',
    alignItems: 'center',
    gap: 0.5,
    px: 0.5,
    color: 'text.secondary',
    bgcolor: 'background.paper',
  },
  '& .island .island-bar': { borderTop: 1, borderColor: 'divider' },
  '& .inline-island': { position: 'relative', display: 'inline-block', bgcolor: 'action.hover', borderRadius: 0.5 },
  '& .inline-island .island-bar': {
    position: 'absolute',
    bottom: '100%',
    left: 0,
    zIndex: 1,
    visibility: 'hidden',
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
  },
  '& .inline-island:is(:hover, :focus-within, [data-selected]) .island-bar': { visibility: 'visible' },
  '& .upload-place': {
    display: 'inline-block',
    width: '1.5em',
    height: '1.2em',
    mx: 0.25,
    verticalAlign: 'text-bottom',
    borderRadius: 1,
    border: 2,
    borderStyle: 'dashed',
    borderColor: 'primary.main',
    bgcolor: 'action.selected',
  },
  '& .drop-cursor': { bgcolor: 'primary.main' },
});
