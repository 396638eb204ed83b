/** A form whose tabs' content scrolls between what stands above and below it. */
export const formLayout = {
  display: 'contents',
  '& > form': { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 },
} as const;
