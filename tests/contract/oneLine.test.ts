import { expect, test } from 'vitest';
import { image, items, longtext, text } from '../../contract/fields.ts';
import { asHttps, withNarrowScheme } from '../../contract/links.ts';
import { oneLineOf, tidied } from '../../contract/oneLine.ts';

test.each([
  ['blanks around it, narrow, wide and without break', ' \u3000茶 园\u00a0 ', '茶 园'],
  ['characters without a width', '\ufeff茶\u200b园\u2060', '茶园'],
  ['what turns the direction of a line', 'invoice\u202egpj.exe', 'invoicegpj.exe'],
  ['control characters', 'A\u0007B\u009f', 'AB'],
  ['line breaks and tabs, which part words', 'LJ-001\r\n绿茶\t一级', 'LJ-001 绿茶 一级'],
  ['a joiner between Latin letters and between Chinese ones', 'te\u200da\u200c茶\u200d园', 'tea茶园'],
  ['a soft hyphen', 'web\u00adsite', 'website'],
  ['fillers of Hangul', 'ad\u3164m\u115fi\u1160\uffa0n', 'admin'],
  ['marks of direction, annotation and music', 'a\u061cb\ufff9c\ufffb\u{1d173}', 'abc'],
  ['selectors of a form behind letters, figures and ideographs', 'a\ufe0f1\ufe0e茶\u{e0100}\ufe00b\u180b', 'a1茶b'],
  ['tags that spell no flag', 'ad\u{e0061}\u{e0001}min', 'admin'],
  ['empty cells of Braille, which part words', '\u2800a\u2800b', 'a b'],
  ['letters beside their marks', 'cafe\u0301', 'café'],
])('day C8: %s do not stay in a text of one line', (_what, typed, stored) => {
  expect(oneLineOf(typed)).toBe(stored);
});

test.each([
  ['a family of emoji', '👨‍👩‍👧'],
  ['an emoji with the colour of its skin', '👩🏽‍🚀'],
  ['an emoji with a variation', '❤️‍🔥'],
  ['an emoji without colours', '❤\ufe0e'],
  ['a key', '1\ufe0f\u20e3'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['Mongolian with its selectors', 'ᠬᠠ\u180bᠨ'],
  ['Persian', 'می‌خواهم'],
  ['Hindi', 'क्‍ष'],
  ['Malayalam', 'നന്‍മ'],
  ['blanks between words, as they are', 'a  b'],
])('day C8: %s stays as it is', (_what, typed) => {
  expect(oneLineOf(typed)).toBe(typed);
});

test('day C8: longer texts, secrets and addresses of pictures are taken as they came; texts of items are tidied', () => {
  for (const field of [longtext(), text(500), text(60, { writeOnly: true }), text(60, { verbatim: true }), image()])
    expect(tidied(field, ' a\u200b ')).toBe(' a\u200b ');
  const skus = items({ sku: text(60), note: text(500) });
  expect(tidied(skus, [{ sku: 'SK\u200b-1 ', note: ' a ', other: ' b ' }, null])).toEqual([
    { sku: 'SK-1', note: ' a ', other: ' b ' },
    null,
  ]);
});

test('day C8: tags that become alike are one', () => {
  expect(tidied(text(200, { tags: true }), ' 白\u200b茶 ，白茶,, 绿茶 ,')).toBe('白茶,绿茶');
});

test.each([
  ['https：//a.cn/x', 'https://a.cn/x'],
  ['HTTP：／／a.cn', 'HTTP://a.cn'],
  ['mailto：a@b.cn', 'mailto:a@b.cn'],
  ['/page？a：//b', '/page？a：//b'],
])('day C6: the link %s, typed with a Chinese input method, is read as %s', (typed, read) => {
  expect(withNarrowScheme(typed)).toBe(read);
});

test.each([
  ['www。baidu。com/a。b', 'https://www.baidu.com/a。b'],
  ['http//a.cn', 'http://a.cn'],
  ['https:/a.cn/b', 'https://a.cn/b'],
  ['HTTPS/a.cn', 'https://a.cn'],
  ['http//', undefined],
  ['http://a.cn', undefined],
  ['https-news/a.cn', undefined],
])('day C6: for %s, mistyped, %s is offered', (typed, offered) => {
  expect(asHttps(typed)).toBe(offered);
});

test.each([
  ['www.baidu.com', true],
  ['shop.example.com:8080/list', true],
  ['例子.中国/a?b', true],
  ['a.cn#top', true],
  ['about.html', false],
  ['news/2026.html', false],
  ['/about', false],
  ['https://a.cn', false],
  ['tel:10086', false],
  ['1.5', false],
  ['', false],
])('day C6: whether %s begins like a host: %s', (link, isHost) => {
  expect(asHttps(link)).toBe(isHost ? `https://${link}` : undefined);
});
