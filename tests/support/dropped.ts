/** What a browser tells of files and a folder that are dropped together: the folder, too, as a file. */
export const withFolder = (...files: File[]) => ({
  types: ['Files'],
  getData: () => '',
  files: [new File([], 'folder'), ...files],
  items: [true, ...files.map(() => false)].map((isDirectory) => ({ webkitGetAsEntry: () => ({ isDirectory }) })),
});
