/**
 * A number as a Chinese input method writes it (`１２．５`, `－３`, `12。5`), or without its zero (`.5`), in ASCII (`12.5`, `-3`,
 * `12.5`, `0.5`). Other text is no number afterwards either, and is refused by the check of it.
 */
export const narrowNumber = (text: string): string =>
  text
    .replace(/[０-９．－]/g, (sign) => sign.normalize('NFKC'))
    .replace(/(?<=\d)。(?=\d)/g, '.')
    .replace(/(?<!\d)\.(?=\d)/, '0.');
