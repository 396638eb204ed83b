import { parseSync } from '@swc/core';

/** A fault that could be put into a file: what stands from `start` to `end` becomes `replacement`. */
export interface Mutation {
  operator: string;
  start: number;
  end: number;
  replacement: string;
}

/** A node of the syntax tree that swc makes; which properties it has depends on its type. */
interface Node {
  type: string;
  span: { start: number; end: number };
  [property: string]: unknown;
}

const swapped: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
};
/** Calls that only tell, measure or wait, and statements without which nothing else happens. */
const harmless =
  /^(await )?(console|performance|expect|super)\b|\.(focus|blur|unref|clearTimeout|log|info|warn|debug|error)\(/;
/** How things look, and what React remembers: a fault in it is none that a test of behaviour could see. */
const skippedAttributes = new Set(['sx', 'style', 'size', 'variant', 'color', 'spacing', 'slotProps']);
const skippedCalls = new Set(['useMemo', 'useCallback', 'alpha', 'setTimeout']);

/** Every place of a source at which an operator could put a fault. */
export function mutationsOf(source: string): Mutation[] {
  // With a statement in front, the tree's positions begin with the text's.
  const bytes = Buffer.from(`;${source}`);
  const tree = parseSync(`;${source}`, { syntax: 'typescript', tsx: true }) as unknown as Node;
  const indexOf = (position: number) => bytes.subarray(0, position - 1).toString().length - 1;
  const found: Mutation[] = [];

  const textOf = (node: Node) => source.slice(indexOf(node.span.start), indexOf(node.span.end));
  const replace = (operator: string, node: Node, replacement: string) =>
    found.push({ operator, start: indexOf(node.span.start), end: indexOf(node.span.end), replacement });

  const visitors: Record<string, (node: Node) => void> = {
    IfStatement: ({ test }) => replace('negate a condition', test as Node, `!(${textOf(test as Node)})`),
    ConditionalExpression: ({ test }) => replace('negate a condition', test as Node, `!(${textOf(test as Node)})`),
    BinaryExpression(node) {
      const { operator, left, right } = node as Node & { operator: string; left: Node; right: Node };
      const other = swapped[operator];
      if (!other) return;
      const [start, end] = [indexOf(left.span.end), indexOf(right.span.start)];
      const at = source.slice(start, end).indexOf(operator);
      if (at < 0) return;
      const from = start + at;
      found.push({ operator: `${operator} to ${other}`, start: from, end: from + operator.length, replacement: other });
    },
    ExpressionStatement(node) {
      const { type } = node.expression as Node;
      const isCall = type === 'CallExpression' || type === 'AwaitExpression' || type === 'AssignmentExpression';
      if (isCall && !harmless.test(textOf(node))) replace('drop a statement', node, '{}');
    },
    BooleanLiteral: (node) => replace('flip a literal', node, String(!node.value)),
    CallExpression(node) {
      const callee = node.callee as Node;
      if (callee.type !== 'MemberExpression') return;
      const { value } = callee.property as Node;
      if (value === 'filter' || value === 'toSorted' || value === 'trim')
        replace(`drop ${value}()`, node, textOf(callee.object as Node));
      if (value === 'some' || value === 'every')
        replace('some and every', callee.property as Node, value === 'some' ? 'every' : 'some');
    },
    ReturnStatement(node) {
      const argument = node.argument as Node | undefined;
      if (argument?.type === 'CallExpression') replace('return early', node, 'return undefined;');
    },
  };

  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type === 'ImportDeclaration' || node.type?.startsWith('Ts') || isSkipped(node)) return;
    if (node.span && node.type) visitors[node.type]?.(node);
    for (const each of Object.values(node)) visit(each);
  };
  visit(tree.body);
  return found;
}

function isSkipped(node: Node): boolean {
  if (node.type === 'JSXAttribute') return skippedAttributes.has(String((node.name as Node).value));
  if (node.type === 'CallExpression') return skippedCalls.has(String((node.callee as Node).value));
  return false;
}
