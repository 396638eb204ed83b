/** The form in which texts are compared in memory: full and half width, capitals and small letters are equal. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();
