/** The part of css-tree that knows no property: `@types/css-tree` describes it as a part of the whole. */
declare module 'css-tree/tokenizer' {
  export { tokenize, tokenNames } from 'css-tree';
}
