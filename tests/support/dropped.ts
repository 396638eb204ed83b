/** The `DataTransfer` of files that are dropped together with a folder, which browsers list as a file, too. */
export const withFolder = (...files: File[]) => ({
  types: ['Files'],
  getData: () => '',
  files: [new File([], 'folder'), ...files],
  items: [true, ...files.map(() => false)].map((isDirectory) => ({ webkitGetAsEntry: () => ({ isDirectory }) })),
});
