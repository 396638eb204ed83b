/** A line of an outline: its text, and below which line it stands. */
export interface OutlineLine {
  /** From 1, as it stands in the text. */
  line: number;
  title: string;
  /** From 0. */
  level: number;
  /** The place in the outline of the line that it stands below. */
  above: number | undefined;
}

/** Reads an outline: a title a line, two spaces or a tab before it for each level; empty lines are left out. */
export function parseOutline(text: string): OutlineLine[] {
  const outline: OutlineLine[] = [];
  /** The last line of each level. */
  const open: number[] = [];
  for (const [at, written] of text.split('\n').entries()) {
    const title = written.trim();
    if (!title) continue;
    const [indent = ''] = /^[\t \u3000]*/.exec(written) ?? [];
    const deep = Math.floor(indent.replace(/\t|\u3000/g, '  ').length / 2);
    // No deeper than one level below the line above it.
    const level = Math.min(deep, open.length);
    outline.push({ line: at + 1, title, level, above: open[level - 1] });
    open.splice(level, open.length, outline.length - 1);
  }
  return outline;
}
