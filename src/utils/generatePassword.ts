/** Letters and digits that nobody takes for one another when a password is read from paper or said on the telephone. */
const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = 4;
const groupLength = 4;

/** A password of 16 random signs in four groups, such as `kT7m-Wq3x-9hRb-Zn4c`: 92 bits. */
export function generatePassword(): string {
  const pick = () => signs[randomBelow(signs.length)];
  const group = () => Array.from({ length: groupLength }, pick).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Each number is as likely as the others, which the remainder of a random number alone is not. */
function randomBelow(count: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
  return random < 256 - (256 % count) ? random % count : randomBelow(count);
}
