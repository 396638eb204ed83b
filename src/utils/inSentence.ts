/** What a kind of record is called in the middle of a sentence: English writes it small there, Chinese has no case. */
export const inSentence = (name: string) => name.toLowerCase();
