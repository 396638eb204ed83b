interface Drag {
  dataTransfer: DataTransfer | null;
}

export const hasFiles = ({ dataTransfer }: Drag): boolean => dataTransfer?.types.includes('Files') ?? false;

/** What is dropped, without folders: a browser gives them as files that cannot be read. */
export function droppedFiles({ dataTransfer }: Drag): File[] {
  const files = [...(dataTransfer?.files ?? [])];
  const isFolder = [...(dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.()?.isDirectory === true);
  return isFolder.length === files.length ? files.filter((_, at) => !isFolder[at]) : files;
}
