const spaceless = (text: string) => !/\s/.test(text);

/** A web address or a path of the site. */
export const isWebAddress = (text: string): boolean => spaceless(text) && /^(https?:\/\/[^/]|\/)/i.test(text);

/** What a link may point to: the web, a mailbox, a telephone, a path or a place of the page. */
export const isLinkAddress = (text: string): boolean =>
  isWebAddress(text) || (spaceless(text) && /^(mailto:.|tel:.|#)/i.test(text));
