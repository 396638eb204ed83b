import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { systemItems } from '../../contract/configItems.ts';
import { calls } from '../../contract/index.ts';
import type { Language } from '../../contract/languages.ts';
import { menus } from '../../contract/menus.ts';
import { homeScreen } from '../../contract/paths.ts';
import { createI18nProvider, readMessages } from '../../i18n/index.ts';
import { type MessageKey, message, messagesByLanguage } from '../../server/core/messages.ts';

type Texts = [key: string, text: string][];

const textsOf = (tree: object, path = ''): Texts =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : textsOf(value, `${path}${key}.`),
  );

/** The console's own texts. Those under `ra` belong to react-admin and are left out. */
async function consoleTexts(language: Language): Promise<Texts> {
  const { ra: _ofReactAdmin, ...own } = await readMessages(language);
  return textsOf(own);
}
const serverTexts = (language: Language) => textsOf(messagesByLanguage.get(language) ?? {}, 'server.');

/** The Chinese names of settings and operations stand in the contract. */
const contractTexts: Texts = [
  ...Object.entries(systemItems).flatMap(
    ([name, item]): Texts => [
      [`configItems.${name}.name`, item.zh_name],
      ...('tip' in item ? [[`configItems.${name}.tip`, item.tip] as Texts[number]] : []),
    ],
  ),
  ...[...calls.values()].map(({ call }): Texts[number] => [`operationNames.${call.path}`, call.title]),
];

const english = [...(await consoleTexts('en')), ...serverTexts('en')];
const chinese = new Map([...(await consoleTexts('zh')), ...contractTexts, ...serverTexts('zh')]);

/** The titles of the specification's screens, and the menu entries that lead to them, keep its words. */
const isSpecified = (key: string) => /^console\.(titles|menu)\./.test(key);

const placeholder = /%?\{(\w+)[^{}]*\}/g;
const withoutPlaceholders = (text: string) => text.replace(placeholder, '');

/** Gives each placeholder of a text the value `n`. */
const valuesOf = (text: string, n: number) =>
  Object.fromEntries([...text.matchAll(placeholder)].map(([, name]) => [name, n]));

/** Words that end in an s and are not the plural of a noun. */
const noPlural = /^(.*(ss|us)|is|has|was|its|this|as|m?s)$/;
/** If the word after the number is one of these, the next word is no noun that belongs to the number. */
const ends = /^(.*ed|and|or|of|by|for|in|at|on|to|is|has|was|can)$/;

/** The plurals that follow the number one: “1 records”, “1 daily visitors”. */
const pluralsOfOne = (text: string) =>
  [...text.matchAll(/(?<![\w.,:-])1 ([A-Za-z-]+)(?: ([A-Za-z-]+))?/g)]
    .filter(([, noun = '', next]) =>
      [noun, ...(next && !ends.test(noun) ? [next] : [])].some((word) => word.endsWith('s') && !noPlural.test(word)),
    )
    .map(([found]) => found);

describe('day B11: English', () => {
  test('what finds a plural behind the number one', () => {
    const texts = [
      '1 times',
      '1 daily visitors',
      'Edit 1 records',
      '1 rows and nothing wrong',
      '1 is one; 1 status has',
    ];
    expect(texts.flatMap(pluralsOfOne)).toEqual(['1 times', '1 daily visitors', '1 records', '1 rows and']);
  });

  test('day B11: every text of the console with a count reads right of one and of several', async () => {
    const { translate } = await createI18nProvider('en');
    const wrong = (await consoleTexts('en')).flatMap(([path, text]) => {
      const key = path.replace(/^console\./, '');
      const [one, several] = [1, 2].map((n) => translate(key, { ...valuesOf(text, n), smart_count: n }));
      const forms = text.split(' |||| ');
      const isRight = forms.length <= 2 && forms[0] !== forms[1] && !`${one}${several}`.includes('||');
      return isRight && pluralsOfOne(String(one)).length === 0 ? [] : [`${key}: ${text}`];
    });
    expect(wrong).toEqual([]);
  });

  test('day B11: every text of the server with a number reads right of one and of several', () => {
    const wrong = Object.entries(messagesByLanguage.get('en') ?? {}).flatMap(([key, text]) => {
      const one = message('en', key as MessageKey, valuesOf(text, 1));
      return pluralsOfOne(one).length > 0 ? [`${key}: ${one}`] : [];
    });
    expect(wrong).toEqual([]);
    expect([1, 2].map((n) => message('en', 'check_alt', { n }))).toEqual([
      '1 image has no alternative text',
      '2 images have no alternative text',
    ]);
  });

  test.each([
    ['栏目', /\bcolumn/i],
    ['规格', /\bsize/i],
    ['货号', /\barticle/i],
    ['内容参数', /\bparameter/i],
    ['权限', /\brights?\b/i],
    ['两步验证', /(?<!two-)\bfactors?\b/i],
    ['程序令牌', /\bprogram tokens?\b|\btokens? (of|for) (a )?program/i],
  ])('day B11: what is %s in Chinese is never called %s', (term, old) => {
    const texts = english.filter(([key]) => !isSpecified(key) && chinese.get(key)?.includes(term));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter(([, text]) => old.test(withoutPlaceholders(text)))).toEqual([]);
  });

  test('day B11: only a table and a file have columns', () => {
    const texts = english.filter(([key, text]) => !isSpecified(key) && /\bcolumn/i.test(withoutPlaceholders(text)));
    expect(texts.filter(([key]) => !chinese.get(key)?.includes('列'))).toEqual([]);
  });

  test.each([
    /\b(some|any|no)body\b/i,
    /\bone’s own\b/i,
    /\bfor (good|ever)\b/i,
    /\ball the same\b/i,
    /\bgo(es)? on\b/i,
    /\bbeg(in|an|un)\b(?! with)/i,
    /\b(an?|one) \w+ a line\b|\bone a line\b/i,
    /\be-mail\b|\b(test|each) mail\b/i,
    /\bId\b/,
    /\bsku\b/,
    /\bpictures?\b/i,
    /\bquick entries|last operations|roomy|tell by|words of advertising|crop and turn\b/i,
    /\bmend|\btold\b|\bbrought\b/i,
    / …|\.\.\.|!/,
  ])('day B11: no English text says %s', (old) => {
    expect(english.filter(([, text]) => old.test(withoutPlaceholders(text)))).toEqual([]);
  });
});

test('day B11: menu entries of the specification’s screens keep its words', async () => {
  const entries = menus.flatMap(({ children = [] }) => children);
  const titleOf = (path: string) => entries.find((entry) => entry.path === path)?.title ?? '';
  const paths = ['/columnList', '/adminList', '/authRulesGroup', '/systemConfig', '/autoConfig', '/expandConfig'];
  for (const [language, words] of [
    ['en', ['Columns', 'Admins', 'Permission rules', 'System config', 'Custom config', 'Config extension']],
    ['zh', ['栏目', '管理员', '权限规则', '系统配置', '自定义配置', '配置扩展']],
  ] as const) {
    const { translate } = await createI18nProvider(language);
    expect(paths.map((path) => translate(titleOf(path), { smart_count: 2 }))).toEqual(words);
  }
});

describe('day B10: one word for one thing', () => {
  const entries = menus.flatMap(({ children = [] }) => children).flatMap((entry) => [entry, ...(entry.children ?? [])]);
  /**
   * A heading may add that its screen is a list. Home is left out, because its heading is a greeting (docs/contract.md,
   * "Screens").
   */
  const wordOf = (title: string) => title.replace(/列表$| list$/, '').replace(/s$|\u00ad/g, '');

  test.each(['zh', 'en'] as const)('day B10: in %s the menu and the heading of a screen agree', async (language) => {
    const { translate } = await createI18nProvider(language);
    const headed = entries.flatMap(({ path = '', title }) => {
      const heading = translate(`titles.${path.slice(1)}`, { _: '' });
      return heading && path !== homeScreen ? [[wordOf(translate(title, { smart_count: 2 })), wordOf(heading)]] : [];
    });
    expect(headed.length).toBeGreaterThan(15);
    expect(headed.filter(([entry, heading]) => entry !== heading)).toEqual([]);
  });

  test.each(['zh', 'en'] as const)(
    'day B10: in %s the guide finds screens by the words of the console',
    async (language) => {
      const guide = readFileSync(`docs/guide/${language}.md`, 'utf8');
      const texts = [...(await consoleTexts(language)), ...(language === 'zh' ? contractTexts : [])];
      const words = new Set(texts.flatMap(([, text]) => text.split(' |||| ')));
      const steps = [...guide.matchAll(/(?:\*\*|“)(?=\S)([^*“”\n]*→[^*“”\n]*)(?:\*\*|”)/g)].flatMap(([, way = '']) =>
        way.split(/\s*→\s*/),
      );
      expect(steps.length).toBeGreaterThan(1);
      expect(steps.filter((step) => !words.has(step))).toEqual([]);
    },
  );

  test('day B10: the log of the specification has its name everywhere', () => {
    const guides = ['zh', 'en'].map((language) => readFileSync(`docs/guide/${language}.md`, 'utf8'));
    // `getOperateLog` is left out: the contract names this call by the title of its rule, which sites have stored.
    const said = [...english, ...chinese].flatMap(([key, text]) => (key.endsWith('/getOperateLog') ? [] : [text]));
    const texts = [...said, ...guides];
    expect(texts.filter((text) => /操作日志|operation log/i.test(text))).toEqual([]);
  });
});

describe('day B11: Chinese', () => {
  const han = '[\\u4e00-\\u9fff]';
  /** The Chinese texts without the sample filing numbers, which are written as they are issued. */
  const sentences = [...chinese].map(([key, text]): Texts[number] => [
    key,
    text.replace(/例如 (京ICP备|京公网安备).*号$/, '例如'),
  ]);

  test.each([
    ['punctuation of half width beside a Chinese character', new RegExp(`${han}[,;!?()]|[,;!?()]${han}`)],
    ['Latin letters or digits close to a Chinese character', new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9]${han}`)],
    [
      'a count close to a Chinese character',
      new RegExp(`${han}%?\\{(n|smart_count|limit|most)\\}|\\{(n|smart_count|limit|most)\\}${han}`),
    ],
    ['a blank beside punctuation of full width', /[，。；：、（）“”！？] | [，。；：、（）“”！？]/],
    ['dots that no other text has', /……|\.\.\./],
  ])('day B11: no Chinese text has %s', (_what, wrong) => {
    expect(sentences.filter(([, text]) => wrong.test(text))).toEqual([]);
  });

  test('day B11: a server responds, and what fails is said to fail', () => {
    expect(
      sentences.filter(([, text]) => /回应|应答|没有(加载出来|(更新|搜索|复制|自动保存)成功)|调用路径/.test(text)),
    ).toEqual([]);
  });
});

test('each text has the same placeholders in both languages', async () => {
  const placeholders = (text: string) => [...new Set(text.match(/%?\{\w+\}/g))].toSorted().join(' ');
  const zh = new Map([...(await consoleTexts('zh')), ...serverTexts('zh')]);
  const differing = [...(await consoleTexts('en')), ...serverTexts('en')].filter(([key, text]) => {
    const other = zh.get(key);
    return other !== undefined && placeholders(text) !== placeholders(other);
  });
  // Only this text differs, because Chinese counts a wide character as one.
  expect(differing.map(([key]) => key)).toEqual(['seo.length']);
});
