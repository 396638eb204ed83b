import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { entityList } from '../../contract/index.ts';
import type { Proof } from './specification.ts';

const tests = resolve(import.meta.dirname, '..');
const sources = new Map(
  globSync('{*.test.ts,{contract,server,dataProvider,authProvider,screens,browser}/**/*.test.{ts,tsx}}', { cwd: tests })
    .toSorted()
    .map((file) => [file, readFileSync(resolve(tests, file), 'utf8')]),
);
const titled = /(?:test|it|when\([^\n]*\))(?:\.\w+\([\s\S]*?\))?\(\s*(['"`])((?:(?!\1).)+)\1/g;

/** The titles of a file's tests, each with where it begins. */
function titlesOf(source: string): { title: string; at: number }[] {
  return [...source.matchAll(titled)].map((match) => ({ title: match[2] ?? '', at: match.index }));
}

/** The whole title of a test that is there; undefined where none is. */
export function find([file, part]: Proof): string | undefined {
  return titlesOf(sources.get(file) ?? '').find(({ title }) => title.includes(part))?.title;
}

/** The first test that names a text, such as a call's path, in its own lines. */
export function naming(text: string): Proof | undefined {
  for (const [file, source] of sources) {
    for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + 1)) {
      const around = titlesOf(source).findLast((title) => title.at < at);
      if (around) return [file, around.title];
    }
  }
  return undefined;
}

const root = resolve(tests, '..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => readFileSync(resolve(root, file), 'utf8'));
const declarations = read('contract/{calls,entities}/*.ts').join('\n');
const console = read('{src,authProvider,dataProvider}/**/*.{ts,tsx}').join('\n');
const resources = read('src/resources/*.tsx').join('\n');

/** Whether the console makes a call: by its name, or by the screens of its entity. */
export function isUsed(path: string, entity: { name: string } | undefined): boolean {
  if (entity) return hasScreens(entity.name);
  if (entityList.some(({ calls }) => Object.values(calls).some((call) => call?.path === path))) return true;
  const [, name] = new RegExp(`export const (\\w+) = (?:get|post)\\('${path}'`).exec(declarations) ?? [];
  return name !== undefined && new RegExp(`\\b${name}\\b`).test(console);
}

/** Its resource is made of the constant that declares it. */
function hasScreens(name: string): boolean {
  const [, constant] = new RegExp(`export const (\\w+) = \\w+\\('${name}'`).exec(declarations) ?? [];
  return constant !== undefined && new RegExp(`esource\\w*\\(\\s*${constant}\\b`).test(resources);
}
