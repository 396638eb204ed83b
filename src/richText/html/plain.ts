import { isBlank, isMark, preservesWhiteSpace } from './elements.ts';

const attributes =
  /^(style|class|href|target|rel|title|src|alt|width|height|align|border|cellpadding|cellspacing|color|face|size|start|type)$/;
const hasPlainAttributes = (element: Element): boolean =>
  element.getAttributeNames().every((name) => {
    const value = element.getAttribute(name) ?? '';
    return attributes.test(name) && !/[\r\n]/.test(value) && !preservesWhiteSpace.test(value);
  });

/**
 * Whether the schema certainly holds a block as it is. This recognizes the shapes of most blocks in articles, which
 * need not be compared with the HTML that would be written of them. Of any other block it says nothing.
 */
export function isPlain(block: Element): boolean {
  if (!hasPlainAttributes(block)) return false;
  const children = contentOf(block);
  switch (block.localName) {
    case 'p':
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return isLine(children, []);
    case 'ul':
    case 'ol':
      return children.length > 0 && children.every((child) => isNamed(child, 'li') && isPlainItem(child));
    case 'table':
      return isPlainTable(block);
    case 'blockquote':
    case 'div':
    case 'section':
    case 'article':
      return isBlocks(children);
    default:
      return false;
  }
}

/** The child nodes, except white space that a browser does not show. */
const contentOf = (element: Element): Node[] =>
  [...element.childNodes].filter((node) => !(node instanceof Text && isBlank(node.data)));
const isNamed = (node: Node | undefined, ...names: string[]): node is Element =>
  node instanceof Element && names.includes(node.localName);
const isBlocks = (nodes: Node[]): boolean =>
  nodes.length > 0 && nodes.every((node) => node instanceof Element && isPlain(node));

/** Whether nodes are a text that is not empty and does not end with a line break. @param above the marks around it */
function isLine(nodes: Node[], above: string[]): boolean {
  return nodes.length > 0 && !isNamed(nodes.at(-1), 'br') && nodes.every((node) => isInline(node, above));
}

function isInline(node: Node, above: string[]): boolean {
  // After a line break the parser would keep a mark's first space.
  if (node instanceof Text) return above.length === 0 || !/^[ \t\r\n\f]/.test(node.data);
  if (!(node instanceof Element) || !hasPlainAttributes(node)) return false;
  const { localName } = node;
  if (localName === 'img') return true;
  if (localName === 'br') return node.attributes.length === 0;
  const within = [...above, localName];
  const content = contentOf(node);
  return (
    isMark(node) &&
    !above.includes(localName) &&
    isLine(content, within) &&
    [...node.childNodes].every((child) => content.includes(child) || isInline(child, within))
  );
}

/** Whether a list item contains only blocks, or a text with lists after it. */
function isPlainItem(item: Element): boolean {
  if (!hasPlainAttributes(item)) return false;
  const children = contentOf(item);
  const lists = children.findIndex((child) => isNamed(child, 'ul', 'ol'));
  const text = children.slice(0, lists === -1 ? undefined : lists);
  return isBlocks(children) || (isLine(text, []) && children.slice(text.length).every((list) => isBlocks([list])));
}

/** Whether a table has no merged cells and an equal number of cells in each row. */
function isPlainTable(table: Element): boolean {
  const sections = contentOf(table);
  if (!sections.every((section) => isNamed(section, 'thead', 'tbody', 'tfoot') && hasPlainAttributes(section)))
    return false;
  const rows = sections.flatMap((section) => contentOf(section as Element));
  const widths = new Set(rows.map((row) => (row as Element).children?.length));
  return (
    rows.length > 0 &&
    widths.size === 1 &&
    !widths.has(0) &&
    rows.every(
      (row) =>
        isNamed(row, 'tr') &&
        hasPlainAttributes(row) &&
        contentOf(row).every(
          (cell) =>
            isNamed(cell, 'td', 'th') &&
            hasPlainAttributes(cell) &&
            (isBlocks(contentOf(cell)) || isLine(contentOf(cell), [])),
        ),
    )
  );
}
