/** The form in which texts and words are compared where a list is searched in memory: full and half width, capitals and small letters are equal. */
export const foldForSearch = (text: string): string => text.normalize('NFKC').toLowerCase();
