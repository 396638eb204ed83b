/** One of several records in a form, between its handle and what takes it away. */
export const rowStyle = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1,
  p: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const;

/** The rows below each other. */
export const listStyle = { display: 'flex', flexDirection: 'column', gap: 1 } as const;
