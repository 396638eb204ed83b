import { declarationsOf, splitAt, type Token, textOf, tokensOf, wordsOf } from './styleTokens.ts';

type IsToken = (token: Token) => boolean;
type IsValue = (tokens: readonly Token[]) => boolean;

/** Limits the characters of one attribute. Nobody writes longer styles. */
const longestStyle = 4000;

/** Reads a sign, digits and a unit. Each pattern reads one token, whose end is known. */
const number = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;
const length = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:px|em|rem|%|pt|pc|cm|mm|in|ex|ch|vw|vh)?$/i;
/** Has at most three digits, because a shadow or an outline must not cover the page. */
const shortLength = /^-?(?:\d{1,3}(?:\.\d+)?|\.\d+)(?:px|em|rem|%|pt|pc|cm|mm|in)?$/i;
const angle = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:deg|turn|rad)?$/i;
/** Is below two, so that a chain of factors does not cover the page either. */
const factor = /^-?(?:[01](?:\.\d+)?|\.\d+)$/;
const hex = /^#[0-9a-f]{3,8}$/i;
/** Matches http, https or a site's path: no other scheme, no escape that could spell one, no quote or bracket. */
const address = /^(?:https?:)?\/[^\s"'()\\<>]*$/i;
/** A length that the site's style sheet defines, as in texts of WordPress. */
const variable = /^var\(--[\w-]+\)$/i;
const gradients = /^(?:repeating-)?(?:linear|radial|conic)-gradient$/;

const numeric = new Set<Token['type']>(['number', 'percentage', 'dimension']);
const isNumeric =
  (pattern: RegExp): IsToken =>
  ({ type, text }) =>
    numeric.has(type) && pattern.test(text);
const isWord =
  (pattern: RegExp): IsToken =>
  ({ type, text }) =>
    type === 'ident' && pattern.test(text);
const either =
  (...are: IsToken[]): IsToken =>
  (token) =>
    are.some((is) => is(token));

const isNumber = isNumeric(number);
const isLength = either(isNumeric(length), ({ text }) => variable.test(text));
const isShort = isNumeric(shortLength);
const isAuto = isWord(/^auto$/i);
const isPlainWord = isWord(/^[a-z]+$/i);
const isLineWord = isWord(/^[a-z-]+$/i);

const isColorFunction = ({ name, args = [] }: Token, ofArgument: RegExp): boolean =>
  /^(?:rgb|hsl)a?$/.test(name ?? '') &&
  args.length > 0 &&
  args.every(({ args, text }) => !args && ofArgument.test(text));
const isColor: IsToken = (token) =>
  hex.test(token.text) || isPlainWord(token) || isColorFunction(token, /^(?:[\d.%]+(?:deg)?|[,\s/]+)$/i);

/** The address in `url(…)` stands in quotes, which makes the token a function, or without quotes. */
function isUrl({ type, name, args, text }: Token): boolean {
  if (type === 'url') return address.test(text.slice('url('.length, -1).trim()) && /^url\(/i.test(text);
  const [quoted, ...more] = (args ?? []).filter((arg) => arg.type !== 'space');
  return name === 'url' && quoted?.type === 'string' && more.length === 0 && address.test(quoted.text.slice(1, -1));
}

/** A gradient has words, numbers and colours as its arguments. */
const isGradient: IsToken = ({ name = '', args = [] }) =>
  gradients.test(name) &&
  args.every((arg) =>
    arg.args ? isColorFunction(arg, /^[\d.,%\s/a-z]*$/i) || isEmptyColor(arg) : /^[\w\s#%.,/+-]*$/.test(arg.text),
  );
const isEmptyColor = ({ name, args }: Token) => /^(?:rgb|hsl)a?$/.test(name ?? '') && args?.length === 0;

const one =
  (is: IsToken): IsValue =>
  (tokens) =>
    tokens.length === 1 && is(tokens[0] as Token);
/** Accepts at most so many words, with white space or these separators between them. */
const several =
  (is: IsToken, most: number, separators?: string): IsValue =>
  (tokens) => {
    const words = wordsOf(tokens, separators);
    return words !== undefined && words.length <= most && words.every(is);
  };
/** Accepts at most so many parts, with commas between them. */
const listed =
  (is: IsValue, most = Number.POSITIVE_INFINITY): IsValue =>
  (tokens) => {
    const parts = splitAt(tokens, ({ type }) => type === 'comma');
    return parts.length <= most && parts.every(is);
  };
const anyOf =
  (...are: IsValue[]): IsValue =>
  (tokens) =>
    are.some((is) => is(tokens));
const isNone = isWord(/^none$/i);
const none = one(isNone);
/** Accepts text of these characters only, whatever they mean. */
const spelled =
  (pattern: RegExp): IsValue =>
  (tokens) =>
    pattern.test(textOf(tokens));

/** Accepts two to four lengths, perhaps with a colour and `inset` on either side. */
const isShadow: IsValue = (tokens) => {
  const words = wordsOf(tokens) ?? [];
  const isInset = isWord(/^inset$/i);
  const cut = (is: IsToken) => {
    if (words[0] && is(words[0])) words.shift();
  };
  const cutEnd = (is: IsToken) => {
    const last = words.at(-1);
    if (last && is(last)) words.pop();
  };
  cut(isInset);
  cut(isColor);
  cutEnd(isInset);
  cutEnd(isColor);
  return words.length >= 2 && words.length <= 4 && words.every(isShort);
};

const isFactor = isNumeric(factor);
const isAngle = isNumeric(angle);
const repeated = (is: IsToken, most: number): IsToken[][] =>
  Array.from({ length: most }, (_, at) => Array(at + 1).fill(is) as IsToken[]);
/** Each function may have one of these lists of arguments. */
const transforms: [RegExp, IsToken[][]][] = [
  [/^rotate[xyz]?$/, [[isAngle]]],
  [/^skew[xy]?$/, repeated(isAngle, 2)],
  [/^scale[xyz]?$/, repeated(isFactor, 2)],
  [/^translate(?:[xyz]|3d)?$/, repeated(isShort, 3)],
  [/^matrix$/, [[isFactor, isFactor, isFactor, isFactor, isShort, isShort]]],
];
function isTransform({ name = '', args = [] }: Token): boolean {
  const given = splitAt(args, ({ type }) => type === 'comma');
  const isPadded = args[0]?.type === 'space' || args.at(-1)?.type === 'space';
  return (
    !isPadded &&
    transforms.some(
      ([pattern, allowed]) =>
        pattern.test(name) &&
        allowed.some((are) => are.length === given.length && are.every((is, at) => one(is)(given[at] as Token[]))),
    )
  );
}

const cssLength = one(either(isLength, isWord(/^(?:auto|normal|none|inherit|initial|(?:min|max|fit)-content)$/i)));
const cssWord = spelled(/^[a-z-]+$/i);
/** Flex boxes and the position of a picture take words and lengths. */
const placement = several(either(isLineWord, isLength), 8, ',/');
const isImage = either(isUrl, isGradient);

const each = (properties: string, is: IsValue) => properties.split(' ').map((property) => [property, is] as const);
const sides = (name: string) => ['top', 'right', 'bottom', 'left'].map((side) => name.replace('*', side)).join(' ');

/** Maps a property to the check of its value. An `!important` is not part of the value. */
const allowed = new Map<string, IsValue>([
  ...each(
    `color background-color border-color ${sides('border-*-color')} outline-color text-decoration-color`,
    one(isColor),
  ),
  ...each('width height max-width min-width max-height min-height', cssLength),
  ...each('text-indent line-height letter-spacing word-spacing flex-basis', cssLength),
  ...each(`${sides('margin-*')} ${sides('padding-*')}`, cssLength),
  ...each('margin padding', several(either(isLength, isAuto), 4)),
  ...each(`border ${sides('border-*')}`, spelled(/^[\w\s,"'%#().-]+$/)),
  ...each(`border-width ${sides('border-*-width')}`, several(either(isShort, isWord(/^(?:thin|medium|thick)$/i)), 4)),
  ...each(`border-style ${sides('border-*-style')}`, spelled(/^[a-z\s]+$/i)),
  ...each('border-color', several(isColor, 4)),
  ...each('border-radius', several(isLength, 8, '/')),
  ...each(
    'border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius',
    several(isLength, 2),
  ),
  ...each('background', (tokens) =>
    tokens.every((token) =>
      token.args || token.type === 'url'
        ? isImage(token) || isColorFunction(token, /^[\d.,%\s/]+$/)
        : /^[\w\s#%.,/-]+$/.test(token.text),
    ),
  ),
  ...each('background-image', listed(one(either(isImage, isNone)))),
  ...each('background-size background-position background-repeat object-position', placement),
  ...each('grid-template-columns', (tokens) => spelled(/^[\w\s.,%()/-]+$/)(tokens) && !spelled(/url/i)(tokens)),
  ...each('flex flex-flow justify-content align-items align-self align-content gap row-gap column-gap', placement),
  ...each('flex-direction flex-wrap white-space word-break overflow-wrap word-wrap text-transform', cssWord),
  ...each('list-style-type object-fit box-sizing background-clip background-origin background-attachment', cssWord),
  ...each('overflow overflow-x overflow-y writing-mode text-orientation text-decoration-style', cssWord),
  ...each('background-position-x background-position-y transform-origin', placement),
  ...each('visibility', spelled(/^(?:visible|hidden)$/)),
  ...each('transform', anyOf(none, several(isTransform, 3))),
  ...each('flex-grow flex-shrink order opacity', one(isNumber)),
  ...each('box-shadow', anyOf(none, listed(isShadow, 4))),
  ...each('font-size', anyOf(cssLength, spelled(/^(?:x{1,2}-)?(?:small|large)(?:er)?$/), spelled(/^medium$/))),
  ...each('font-family', spelled(/^[^<>{}();:\\/*]+$/)),
  ...each('font-weight', spelled(/^(?:normal|bold|bolder|lighter|\d{3})$/)),
  ...each('font-style', spelled(/^(?:normal|italic|oblique)$/)),
  ...each('text-align', spelled(/^(?:left|right|center|justify|start|end)$/)),
  ...each('text-decoration text-decoration-line', spelled(/^[a-z\s-]+$/)),
  ...each('text-decoration-thickness', anyOf(one(isShort), spelled(/^(?:auto|from-font)$/))),
  ...each('vertical-align', anyOf(spelled(/^[a-z-]+$/), cssLength)),
  ...each('border-collapse', spelled(/^(?:collapse|separate)$/)),
  ...each('aspect-ratio', spelled(/^\d{1,4}(?:\.\d+)?(?:\s*\/\s*\d{1,4}(?:\.\d+)?)?$/)),
  ...each('float', spelled(/^(?:left|right|none)$/)),
  ...each('clear', spelled(/^(?:left|right|both|none)$/)),
  ...each(
    'display',
    spelled(
      /^(?:block|inline|inline-block|none|table|table-row|table-cell|flex|inline-flex|grid|inline-grid|flow-root|-webkit-box)$/,
    ),
  ),
]);

/** Returns the declarations of a `style` attribute that a text may have; empty if there is none. */
export function allowedStyle(style: string): string {
  if (style.length > longestStyle) return '';
  return (declarationsOf(style) ?? [])
    .flatMap(({ property, value, isImportant }) => {
      const tokens = tokensOf(value) ?? [];
      const isAllowed = tokens.length > 0 && allowed.get(property)?.(tokens);
      return isAllowed ? [`${property}:${textOf(tokens)}${isImportant ? ' !important' : ''}`] : [];
    })
    .join(';');
}
