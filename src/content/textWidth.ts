/** Search engines cut by width: a Chinese character takes two units, a Latin letter one. */
const unitsOf = (character: string) =>
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(character) ? 2 : 1;

export const textWidth = (text: string): number => [...text].reduce((sum, character) => sum + unitsOf(character), 0);

export function cutToWidth(text: string, most: number): string {
  if (textWidth(text) <= most) return text;
  let units = 0;
  const whole = [...text].findIndex((character) => {
    units += unitsOf(character);
    return units > most - 2;
  });
  return `${[...text].slice(0, whole).join('')}…`;
}

/** In units: about what Baidu and Google show of a result. */
export const shownWidths = { title: 60, description: 160 } as const;
