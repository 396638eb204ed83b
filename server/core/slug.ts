/** A URL name from a title: pinyin without tones, Latin words unchanged, joined by `-`. */
export async function slugFrom(title: string): Promise<string> {
  // Loaded on first use, because its dictionary is several megabytes.
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
