import { DOMParser, type Node as DocNode, type Schema } from '@tiptap/pm/model';
import { innerHtml, looseRuns, prepare, purifiedBody } from './prepare.ts';
import { isBare, toHtml } from './toHtml.ts';

export type OpenBody = ReturnType<typeof openBody>;

export function openBody(html: string, schema: Schema) {
  keepMarkOrder(schema);
  const parser = DOMParser.fromSchema(schema);
  const originals: { node: DocNode; html: string }[] = [];
  // The HTML parser turns CRLF into LF.
  const lineBreak = html.includes('\r\n') ? '\r\n' : '\n';
  const nodes = chunks(purifiedBody(html)).flatMap((chunk) => {
    const source = innerHtml(chunk).replaceAll('\n', lineBreak);
    const { content } = parser.parse(prepare(chunk));
    if (content.childCount === 1 && content.firstChild) originals.push({ node: content.firstChild, html: source });
    return content.content;
  });
  const doc = schema.topNodeType.createAndFill(null, nodes) ?? schema.topNodeType.create(null, nodes);

  const sources = new WeakMap(originals.map((original) => [original.node, original.html]));
  // Undo brings back an equal block, not the same object.
  const sourceOf = (node: DocNode) => sources.get(node) ?? originals.find((original) => original.node.eq(node))?.html;
  return {
    doc,
    /** The HTML of a later state of `doc`: unchanged blocks are written exactly as the source had them. */
    html(current: DocNode): string {
      if (current.eq(doc)) return html;
      if (isEmpty(current)) return '';
      return current.content.content
        .map(
          (node, index) =>
            (node.attrs.bare && !isBare(current, index) ? undefined : sourceOf(node)) ?? toHtml(current, index),
        )
        .join('');
    },
  };
}

const isEmpty = (doc: DocNode): boolean =>
  doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.content.size === 0;

/** One `div` for each block of the body and each run of loose text, with the white space before it. */
function chunks(body: HTMLElement): HTMLElement[] {
  const loose = new Map(looseRuns(body).flatMap((run) => run.map((node) => [node, run[0]] as const)));
  const holders: HTMLElement[] = [];
  let start: Node | undefined;
  let lead: Node[] = [];
  for (const node of [...body.childNodes]) {
    const run = loose.get(node);
    if (run && run === start) holders.at(-1)?.append(node);
    else if (run || node instanceof Element) {
      const holder = body.ownerDocument.createElement('div');
      holder.append(...lead, node);
      lead = [];
      holders.push(holder);
    } else lead.push(node);
    start = run;
  }
  holders.at(-1)?.append(...lead);
  return holders;
}

/** With equal ranks marks stay as the source nests them: a coloured span in a link and around it differ. */
function keepMarkOrder(schema: Schema): void {
  for (const type of Object.values(schema.marks)) Object.assign(type, { rank: 0 });
}
