/** A name for URLs from a title: pinyin without tones, Latin words as they are, `-` between. */
export async function slugFrom(title: string): Promise<string> {
  // Loaded on first use: its dictionary is several megabytes.
  const { pinyin } = await import('pinyin-pro');
  const words = pinyin(title, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true });
  const name = words.join('-').toLowerCase();
  return (
    name
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80)
      .replace(/-+$/, '') || 'item'
  );
}
