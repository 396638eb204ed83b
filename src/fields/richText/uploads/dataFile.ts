const form = /^data:(image\/[a-z0-9.+-]+);base64,([a-z0-9+/=\s]+)$/i;

/** The picture that a `data:` address holds, as a file; undefined where it holds none that can be read. */
export function dataFile(address: string): File | undefined {
  const [, type = '', coded = ''] = form.exec(address) ?? [];
  if (!type) return undefined;
  try {
    const bytes = Uint8Array.from(atob(coded), (character) => character.charCodeAt(0));
    return new File([bytes], `image.${type.slice('image/'.length)}`, { type });
  } catch {
    return undefined;
  }
}
