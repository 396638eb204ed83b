const number = String.raw`-?(?:\d+(?:\.\d+)?|\.\d+)`;
/** A length of the site's style sheet, as in texts of WordPress. */
const variable = String.raw`var\(--[\w-]+\)`;
const length = `(?:${number}(?:px|em|rem|%|pt|pc|cm|mm|in|ex|ch|vw|vh)?|${variable})`;
/** At most three digits: a shadow or an outline must not cover the page. */
const shortLength = String.raw`-?(?:\d{1,3}(?:\.\d+)?|\.\d+)(?:px|em|rem|%|pt|pc|cm|mm|in)?`;
const color = String.raw`(?:#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([\d.,%\s/]+(?:deg[\d.,%\s/]*)?\)|[a-z]+)`;
/** http, https or a path of a site: no other scheme, no escape that could spell one, no quote or bracket that could end it. */
const address = String.raw`(?:https?:)?/[^\s"'()\\<>]*`;
const url = String.raw`url\(\s*(?:"${address}"|'${address}'|${address})\s*\)`;
/** Its arguments are words, numbers and colours; a bracket opens a colour alone. */
const gradient = String.raw`(?:repeating-)?(?:linear|radial|conic)-gradient\((?:[\w\s#%.,/+-]|(?:rgb|hsl)a?\([\d.,%\s/a-z]*\))*\)`;
/** A picture or a gradient, or several that lie on each other. */
const images = `(?:none|${url}|${gradient})(?:\\s*,\\s*(?:${url}|${gradient}))*`;
const shadow = `(?:inset\\s+)?(?:${color}\\s+)?(?:${shortLength}\\s+){1,3}${shortLength}(?:\\s+${color})?(?:\\s+inset)?`;

const angle = `${number}(?:deg|turn|rad)?`;
/** Below two, so that a chain of them does not cover the page either. */
const factor = String.raw`-?(?:[01](?:\.\d+)?|\.\d+)`;
const transform =
  `(?:rotate[xyz]?\\(${angle}\\)|skew[xy]?\\(${angle}(?:\\s*,\\s*${angle})?\\)|` +
  `scale[xyz]?\\(${factor}(?:\\s*,\\s*${factor})?\\)|` +
  `translate(?:[xyz]|3d)?\\(${shortLength}(?:\\s*,\\s*${shortLength}){0,2}\\)|` +
  `matrix\\(${factor}(?:\\s*,\\s*${factor}){3}(?:\\s*,\\s*${shortLength}){2}\\))`;

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'i');
/** One to four, as of the sides or corners of a box. */
const upToFour = (pattern: string) => whole(`(?:${pattern})(?:\\s+(?:${pattern})){0,3}`);

const cssLength = [whole(`${length}|auto|normal|none|inherit|initial|(?:min|max|fit)-content`)];
const cssLengths = [upToFour(`${length}|auto`)];
const cssColor = [whole(color)];
const cssWord = [/^[a-z-]+$/i];
const cssWords = [/^[\w\s,"'%#().-]+$/];
const borderWidth = `${shortLength}|thin|medium|thick`;
/** Of flex boxes and of where a picture lies: words and lengths. */
const placement = [whole(`(?:[a-z-]+|${length})(?:[\\s,/]+(?:[a-z-]+|${length})){0,7}`)];

const each = (properties: string, values: RegExp[]) =>
  Object.fromEntries(properties.split(' ').map((property) => [property, values]));
const sides = (name: string) => ['top', 'right', 'bottom', 'left'].map((side) => name.replace('*', side)).join(' ');

/** By property, what a value may be. An `!important` is no part of the value. */
export const allowedStyles: Record<string, RegExp[]> = {
  ...each(
    `color background-color border-color ${sides('border-*-color')} outline-color text-decoration-color`,
    cssColor,
  ),
  ...each('width height max-width min-width max-height min-height', cssLength),
  ...each('text-indent line-height letter-spacing word-spacing flex-basis', cssLength),
  ...each(`${sides('margin-*')} ${sides('padding-*')}`, cssLength),
  ...each('margin padding', cssLengths),
  ...each(`border ${sides('border-*')}`, cssWords),
  ...each(`border-width ${sides('border-*-width')}`, [upToFour(borderWidth)]),
  ...each(`border-style ${sides('border-*-style')}`, [/^[a-z\s]+$/i]),
  'border-color': [upToFour(color)],
  'border-radius': [whole(`(?:${length})(?:[\\s/]+(?:${length})){0,7}`)],
  ...each('border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius', [
    whole(`(?:${length})(?:\\s+(?:${length}))?`),
  ]),
  background: [...cssColor, whole(`(?:${url}|${gradient}|(?:rgb|hsl)a?\\([\\d.,%\\s/]+\\)|[\\w\\s#%.,/-])+`)],
  'background-image': [whole(images)],
  ...each('background-size background-position background-repeat object-position', placement),
  'grid-template-columns': [/^(?!.*url)[\w\s.,%()/-]+$/i],
  ...each('flex flex-flow justify-content align-items align-self align-content gap row-gap column-gap', placement),
  ...each('flex-direction flex-wrap white-space word-break overflow-wrap word-wrap text-transform', cssWord),
  ...each('list-style-type object-fit box-sizing background-clip background-origin background-attachment', cssWord),
  ...each('overflow overflow-x overflow-y writing-mode text-orientation text-decoration-style', cssWord),
  ...each('background-position-x background-position-y transform-origin', placement),
  visibility: [/^(visible|hidden)$/],
  transform: [whole(`none|${transform}(?:\\s+${transform}){0,2}`)],
  ...each('flex-grow flex-shrink order opacity', [whole(number)]),
  'box-shadow': [whole(`none|${shadow}(?:\\s*,\\s*${shadow}){0,3}`)],
  'font-size': [...cssLength, /^(x{1,2}-)?(small|large)(er)?$/, /^medium$/],
  'font-family': [/^[^<>{}();:\\/*]+$/],
  'font-weight': [/^(normal|bold|bolder|lighter|\d{3})$/],
  'font-style': [/^(normal|italic|oblique)$/],
  'text-align': [/^(left|right|center|justify|start|end)$/],
  ...each('text-decoration text-decoration-line', [/^[a-z\s-]+$/]),
  'text-decoration-thickness': [whole(shortLength), /^(auto|from-font)$/],
  'vertical-align': [/^[a-z-]+$/, ...cssLength],
  'border-collapse': [/^(collapse|separate)$/],
  'aspect-ratio': [/^\d{1,4}(\.\d+)?(\s*\/\s*\d{1,4}(\.\d+)?)?$/],
  float: [/^(left|right|none)$/],
  clear: [/^(left|right|both|none)$/],
  display: [
    /^(block|inline|inline-block|none|table|table-row|table-cell|flex|inline-flex|grid|inline-grid|flow-root|-webkit-box)$/,
  ],
};
