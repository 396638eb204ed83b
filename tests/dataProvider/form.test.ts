import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { stringify } from 'query-string';
import { expect, test } from 'vitest';
import { post } from '../../contract/call.ts';
import { longtext, text } from '../../contract/fields.ts';
import { encode, withFile } from '../../dataProvider/transport/form.ts';

const call = post('base.Sample/save', { params: { title: text(60), 'a b': text(60), body: longtext() } });
const anyText = fc.string({ unit: 'binary' });

test('C8: every form is spelled by query-string, in the order of its parameters, and reads back as it was', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (title, other, body) => {
      const form = encode(call, { title, 'a b': other, body, absent: undefined });
      expect(form).toBe(stringify({ title, 'a b': other, body }, { sort: false }));
      expect([...new URLSearchParams(form)]).toEqual([
        ['title', title],
        ['a b', other],
        ['body', body],
      ]);
    }),
  );
});

test('C8: half of a sign that was cut in two does not hold a form back', () => {
  expect(new URLSearchParams(encode(call, { title: '茶😀'.slice(0, 2) })).get('title')).toBe('茶\uFFFD');
});

test('C8: with a file the same parameters are its parts', () => {
  const data = withFile(encode(call, { title: 'a&b=c+d %41', body: '' }), new File(['x'], 'x.txt'));
  expect([...data.keys()]).toEqual(['title', 'body', 'file']);
  expect([data.get('title'), data.get('body')]).toEqual(['a&b=c+d %41', '']);
});

test('C8: query-string is a direct dependency at the major version of react-admin, and not there twice', () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
  const lock = Object.keys(read('package-lock.json').packages);
  expect(lock.filter((path) => path.endsWith('node_modules/query-string'))).toEqual(['node_modules/query-string']);
  const { dependencies } = read('package.json');
  const theirs = read('node_modules/ra-core/package.json').dependencies['query-string'];
  expect(dependencies['query-string']).toBe(read('node_modules/query-string/package.json').version);
  expect(theirs.replace('^', '').split('.')[0]).toBe(dependencies['query-string'].split('.')[0]);
});
