const lastPart = (url: string) =>
  url
    .replace(/[?#].*$/, '')
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .split('/')
    .at(-1) ?? '';

export function extOf(url: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(lastPart(url))?.[1]?.toLowerCase() ?? '';
}

export function fullNameOf(url: string): string {
  const name = lastPart(url);
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // a literal percent sign, or not UTF-8
  }
}

export const nameOfFile = (url: string): string => fullNameOf(url).replace(/\.[A-Za-z0-9]{1,10}$/, '');

export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

type Drag = Pick<DragEvent, 'dataTransfer'>;

export const hasFiles = ({ dataTransfer }: Drag): boolean => dataTransfer?.types.includes('Files') ?? false;

/** The dropped files without folders, which a browser gives as files that cannot be read. */
export function droppedFiles({ dataTransfer }: Drag): File[] {
  const files = [...(dataTransfer?.files ?? [])];
  const isFolder = [...(dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.()?.isDirectory === true);
  return isFolder.length === files.length ? files.filter((_, at) => !isFolder[at]) : files;
}
