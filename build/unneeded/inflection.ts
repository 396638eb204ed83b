/** Replaces `inflection` (plugin.ts), which makes English labels for what has no text: here everything has one. */
const same = (text: string) => text;

export {
  same as camelize,
  same as capitalize,
  same as humanize,
  same as inflect,
  same as pluralize,
  same as singularize,
  same as transform,
  same as underscore,
};
