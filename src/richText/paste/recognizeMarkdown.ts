const maxLength = 500_000;

/** Whether a text is plainly Markdown, and whether its number signs are headings; undefined if it is not. */
export function recognizeMarkdown(text: string): { hasHeadings: boolean } | undefined {
  if (text.length > maxLength) return undefined;
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  const hasHeadings = hasHeading(lines);
  const isMarkdown = hasHeadings || hasFence(lines) || hasTable(lines) || hasInlineSyntax(text) || hasList(lines);
  return isMarkdown ? { hasHeadings } : undefined;
}

/** A number sign before a line is none: a title stands apart from the lines around it. */
function hasHeading(lines: readonly string[]): boolean {
  if (lines.filter(Boolean).length < 2) return false;
  const titles = lines.flatMap((line, index) => (/^# +\S/.test(line) ? [{ line, index }] : []));
  const isTitle = ({ line, index }: { line: string; index: number }) =>
    !/^# +\d/.test(line) && !lines[index - 1] && !lines[index + 1];
  return lines.some((line) => /^#{2,6} +\S/.test(line)) || (titles.length > 0 && titles.every(isTitle));
}

const hasFence = (lines: readonly string[]): boolean =>
  lines.filter((line) => /^ {0,3}(```|~~~)[\w+#-]*$/.test(line)).length >= 2;

/** The line below the head of a table. */
const hasTable = (lines: readonly string[]): boolean =>
  lines.some((line, index) => {
    const cells = line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|');
    return line.includes('|') && cells.every((cell) => /^:?-+:?$/.test(cell.trim())) && lines[index - 1]?.includes('|');
  });

/** Two signs hide letters of a name (张**先生): those of an emphasis stand at the edges of words. */
const inlineSyntax = [
  /\[[^[\]\n]{0,500}\]\((?:https?:\/\/|mailto:|\/)[^\s()]{0,2000}\)/,
  /(?<=^|[\s\p{P}])(?<![*\\])\*\*[\p{L}\p{N}\p{Ps}\p{Pi}"'][^*\n]{0,500}(?<![\s\p{Ps}])\*\*(?!\*)/mu,
];
const hasInlineSyntax = (text: string): boolean => inlineSyntax.some((pattern) => pattern.test(text));

const item = /^(?:-|\d{1,3}\.) +\S/;
const price = /[¥￥$€£]|\d\s*(?:元|块|角|RMB|CNY|USD)|\d$/i;

/** Items alone, below a line that announces them at most. Asterisks are notes as often as items, prices are no list. */
function hasList(lines: readonly string[]): boolean {
  const blocks = lines.join('\n').split(/\n{2,}/);
  return blocks.some((block) => {
    const [first = '', ...rest] = block.split('\n');
    const list = /[:：]$/.test(first) ? rest : [first, ...rest];
    const items = list.filter((line) => item.test(line));
    const isList = list.every((line) => item.test(line) || /^ {2,}\S/.test(line));
    return isList && items.length >= 2 && isCounted(items) && !list.some((line) => price.test(line));
  });
}

/** Whether the items have the same sign, or numbers that follow one another. */
function isCounted(items: readonly string[]): boolean {
  const numbers = items.map((line) => Number.parseInt(line, 10));
  const [first = Number.NaN] = numbers;
  return numbers.every((number, index) => (Number.isNaN(first) ? Number.isNaN(number) : number === first + index));
}
