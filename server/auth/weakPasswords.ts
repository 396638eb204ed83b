import { foldText } from '../../contract/foldText.ts';
import { configValues } from '../config/config.ts';
import { InvalidInput } from '../core/errors.ts';
import { phoneNumberOf, slugFrom } from '../core/textFormats.ts';
import type { Db } from '../database/tables.ts';
import { isCommonPassword } from './commonPasswords.ts';

/** The account that gets the password. */
export interface Account {
  username: string;
  nickname?: string | null | undefined;
  email?: string | null | undefined;
  mobile?: string | null | undefined;
}

/** Words that are common in the passwords of back offices. */
const usualWords = [
  ...['rtop', 'admin', 'administrator', 'root', 'system', 'manager', 'master', 'login', 'welcome', 'password'],
  ...['passwd', 'user', 'test', 'web', 'website', 'cms', 'guanliyuan', 'houtai', 'denglu', 'mima', 'wangzhan'],
  ...['管理员', '后台', '登录', '密码', '系统', '网站'],
];
const siteNames = ['web_title', 'web_name', 'web_basehost', 'company_name'] as const;

/** A password needs at least so many letters beside words that everybody can guess. */
const fewestLetters = 4;
/** Shorter Latin words occur in any text by chance. */
const shortestWord = 3;

/**
 * Refuses the commonest passwords (OWASP ASVS 5.0, 6.2.4) and what is made only of the names of account and site
 * (6.2.11).
 * @throws InvalidInput at `field`
 */
export async function assertHardToGuess(db: Db, field: string, password: string, account: Account): Promise<void> {
  const key = await findPasswordFlaw(db, password, account);
  if (key) throw new InvalidInput({ [field]: { key } });
}

export async function findPasswordFlaw(db: Db, password: string, account: Account) {
  if (await isCommonPassword(password)) return 'password_common';
  const { username, nickname, email, mobile } = account;
  const site = Object.values(await configValues(db, siteNames)).map((name) => name.replace(/^https?:/, ''));
  const names = [username, nickname, email?.split('@')[0], phoneNumberOf(mobile ?? ''), ...site].filter((name) => name);
  return consistsOfWords(await wordsOf(names as string[]), password) ? 'password_names' : undefined;
}

const han = /\p{Script=Han}/u;
const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '');
const withoutSigns = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
/** Replaces signs that look like letters by these letters: `@dm1n`. */
const unmask = (text: string) => text.replace(/[013457@$!]/g, (sign) => 'oieastasi'['013457@$!'.indexOf(sign)] ?? '');

/** Returns names, longer ones first: as a whole, word by word, and Chinese ones also by character and in pinyin. */
async function wordsOf(names: readonly string[]): Promise<string[]> {
  const words = new Set<string>(usualWords);
  for (const name of names.map(foldText)) {
    const pinyin = han.test(name) ? (await slugFrom(name)).split('-') : [];
    const parts = name.match(/\p{Script=Han}|[^\P{L}\p{Script=Han}]+/gu) ?? [];
    for (const word of [name, lettersOf(name), ...parts, ...pinyin, pinyin.join('')])
      if (word.length >= shortestWord || han.test(word)) words.add(word).add(unmask(word));
  }
  return [...words].sort((one, other) => other.length - one.length);
}

/**
 * Whether less than four letters remain when words, digits, punctuation and repeated letters are taken away. A password
 * that contains none of the words is accepted, even digits alone (6.2.5).
 */
function consistsOfWords(words: readonly string[], password: string): boolean {
  const typed = foldText(password);
  const spellings = [typed, unmask(typed)].flatMap((text) => [text, withoutSigns(text), lettersOf(text)]);
  return spellings.some((spelling) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), spelling);
    const letters = lettersOf(rest).replace(/(.)\1+/gu, '$1');
    return rest !== spelling && [...letters].length < fewestLetters;
  });
}
