/**
 * A number as a Chinese input method writes it (`１２．５`, `－３`, `12。5`), or without its zero (`.5`), in ASCII (`12.5`, `-3`,
 * `12.5`, `0.5`). Other text is no number afterwards either, and is refused by the check of it.
 */
export const narrowNumber = (text: string): string =>
  text
    .replace(/[０-９．－]/g, (sign) => sign.normalize('NFKC'))
    .replace(/(?<=\d)。(?=\d)/g, '.')
    .replace(/(?<!\d)\.(?=\d)/, '0.');

const grouped = /^-?[1-9]\d{0,2}([,，]\d{3})+(\.\d+)?$/;

/**
 * A number as people type and paste it: as `narrowNumber` reads it, and without thousands separators (`1,299` is `1299`, but `1,5`
 * stays as it is). Not for ids, of which `1,299` may be two.
 */
export function typedNumber(text: string): string {
  const number = narrowNumber(text.trim());
  return grouped.test(number) ? number.replace(/[,，]/g, '') : number;
}

/** The same for an amount, which may have a currency: `￥1,299.00`, `199 元`. */
export const typedAmount = (text: string): string =>
  typedNumber(narrowNumber(text.trim()).replace(/^[¥￥$＄€£]\s*(?=\d)|(?<=\d)\s*元$/g, ''));
