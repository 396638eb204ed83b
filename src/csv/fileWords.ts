import type { Entity } from '../../contract/entity.ts';
import { locales, messagesOf } from '../../i18n/index.ts';

type Named<T> = Record<string, T>;

/** If two columns have the same name, the later one keeps the field's name. */
async function wordsIn(locale: string, { name, fields }: Entity) {
  const { resources, form } = await messagesOf(locale);
  const messages = resources[name] as { fields: Named<string>; choices?: Named<Named<string>> };
  const taken = new Set<string>();
  const words: { labels: Named<string>; choices: Named<Named<string>> } = { labels: {}, choices: {} };
  for (const field of ['id', ...Object.keys(fields).filter((each) => !fields[each]?.virtual)]) {
    const label = messages.fields[field] ?? field;
    if (!taken.has(label)) words.labels[field] = label;
    taken.add(label);
    const kind = fields[field]?.kind;
    const choices = ['flag', 'bool', 'params'].includes(kind ?? '')
      ? { 0: form.off, 1: form.on }
      : messages.choices?.[field];
    if (choices) words.choices[field] = choices;
  }
  return words;
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The names that a file may use. An exported one uses those of `own`, which come first; that they are told in every language keeps it from
 * using one for something else.
 */
export async function fileWords(entity: Entity, own: string) {
  const labels: Named<string[]> = {};
  const choices: Named<Named<string[]>> = {};
  const others = locales.map(({ locale }) => locale).filter((locale) => locale !== own);
  for (const words of await Promise.all([own, ...others].map((locale) => wordsIn(locale, entity)))) {
    add(labels, words.labels);
    for (const [field, names] of Object.entries(words.choices)) {
      choices[field] ??= {};
      add(choices[field], names);
    }
  }
  return { labels, choices, zone };
}

function add(to: Named<string[]>, words: Named<string>): void {
  for (const [name, word] of Object.entries(words)) to[name] = [...(to[name] ?? []), word];
}
