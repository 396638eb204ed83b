export interface OutlineLine {
  /** The line number in the text, from 1. */
  line: number;
  title: string;
  /** From 0. */
  level: number;
  /** The index of its parent line. */
  above: number | undefined;
}

/** Parses an outline: one title a line, indented by two spaces or a tab a level. Empty lines are ignored. */
export function parseOutline(text: string): OutlineLine[] {
  const outline: OutlineLine[] = [];
  const open: number[] = [];
  for (const [at, written] of text.split('\n').entries()) {
    const title = written.trim();
    if (!title) continue;
    const [indent = ''] = /^[\t \u3000]*/.exec(written) ?? [];
    const deep = Math.floor(indent.replace(/\t|\u3000/g, '  ').length / 2);
    // At most one level below the line above.
    const level = Math.min(deep, open.length);
    outline.push({ line: at + 1, title, level, above: open[level - 1] });
    open.splice(level, open.length, outline.length - 1);
  }
  return outline;
}
