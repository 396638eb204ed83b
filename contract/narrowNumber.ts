/**
 * Converts a number that a Chinese input method wrote (`１２．５`, `－３`, `12。5`), or that lacks its zero (`.5`), to ASCII
 * (`12.5`, `-3`, `12.5`, `0.5`). Other text does not become a number, so that its check refuses it.
 */
export const narrowNumber = (text: string): string =>
  text
    .replace(/[０-９．－]/g, (sign) => sign.normalize('NFKC'))
    .replace(/(?<=\d)。(?=\d)/g, '.')
    .replace(/(?<!\d)\.(?=\d)/, '0.');

const grouped = /^-?[1-9]\d{0,2}([,，]\d{3})+(\.\d+)?$/;

/**
 * Reads a number that people type or paste: like `narrowNumber`, and without thousands separators (`1,299` is `1299`,
 * but `1,5` stays as it is). It is not for ids, because `1,299` may be two of them.
 */
export function typedNumber(text: string): string {
  const number = narrowNumber(text.trim());
  return grouped.test(number) ? number.replace(/[,，]/g, '') : number;
}

/** Reads an amount like `typedNumber`, but drops its currency: `￥1,299.00`, `199 元`. */
export const typedAmount = (text: string): string =>
  typedNumber(narrowNumber(text.trim()).replace(/^[¥￥$＄€£]\s*(?=\d)|(?<=\d)\s*元$/g, ''));
