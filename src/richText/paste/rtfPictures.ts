/** The pictures of an RTF text in their order; undefined for those in a format that no browser shows (WMF, EMF). */
export function rtfPictures(rtf: string): (File | undefined)[] {
  const pictures: (File | undefined)[] = [];
  const token = /[{}]|\\\*|\\([a-z]+)(-?\d+)? ?|\\'[0-9a-f]{2}|\\[^a-z]|[0-9a-f]{20}[0-9a-f\s]*/gi;
  /** The open groups, outermost first, each true if its content is not displayed. */
  const groups: boolean[] = [];
  let hiddenGroups = 0;
  let isFirst = false;
  let picture: { depth: number; type?: string; hex: string; isDefault?: boolean } | undefined;
  for (let found = token.exec(rtf); found; found = token.exec(rtf)) {
    const [text, word = '', count = '0'] = found;
    if (text === '{') {
      groups.push(false);
      isFirst = true;
      continue;
    }
    if (text === '}') {
      if (picture?.depth === groups.length) {
        if (!picture.isDefault) pictures.push(fileOf(picture));
        picture = undefined;
      }
      if (groups.pop()) hiddenGroups--;
    } else if (text === '\\*') continue;
    else if (word) {
      if (isFirst && groups.length > 0 && skipped.test(word)) {
        groups[groups.length - 1] = true;
        hiddenGroups++;
      }
      if (word === 'bin') token.lastIndex += Number(count);
      else if (word === 'pict' && hiddenGroups === 0) picture ??= { depth: groups.length, hex: '' };
      // A shape's default picture is shown nowhere.
      else if (picture && word === 'defshp') picture.isDefault = true;
      else if (picture?.depth === groups.length) picture.type ??= types[word];
    } else if (picture?.depth === groups.length && /^[0-9a-f]/i.test(text)) picture.hex += text;
    isFirst = false;
  }
  return pictures;
}

/** Second versions for old programs; headers and footers; bullets. */
const skipped = /^(nonshppict|shprslt|header[lrf]?|footer[lrf]?|listpicture|themedata|datastore)$/;
const types: Record<string, string> = { pngblip: 'image/png', jpegblip: 'image/jpeg' };

function fileOf({ type, hex }: { type?: string; hex: string }): File | undefined {
  const digits = hex.replaceAll(/\s+/g, '');
  if (!type || digits.length < 2) return undefined;
  const bytes = Uint8Array.from({ length: digits.length >> 1 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
  return new File([bytes], `image.${type.slice('image/'.length)}`, { type });
}
