import markdownIt from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';

/**
 * HTML stays text, because `html: false` is the library's default. Indented lines and underlined headings stay text
 * too; an underlined heading may be meant as a rule below a line.
 */
const createParser = () => markdownIt({ breaks: true }).use(cjkFriendly).disable(['code', 'lheading']);
const full = createParser();
const withoutHeadings = createParser().disable('heading');

/** Renders Markdown. It removes the line break at the end of code, which the editor would show as a line. */
export const renderMarkdown = (text: string, withHeadings: boolean): string =>
  (withHeadings ? full : withoutHeadings).render(text).replaceAll('\n</code></pre>', '</code></pre>');
