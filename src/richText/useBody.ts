import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isLosslessRoundTrip } from './html/isLosslessRoundTrip.ts';

interface View {
  mode: 'visual' | 'source';
  /** Whether the user chose this mode, and so expects the focus in it. */
  chosen: boolean;
  /** Counts values set from outside, each of which needs a new editor. */
  revision: number;
}

/**
 * A reset or a restored draft sets `value` too.
 * @param value as it was rendered, which may be later than the next key
 * @param latest the form's own
 */
export function useBody(value: string, latest: () => string, onChange: (html: string) => void) {
  const own = useRef(value);
  const [view, setView] = useState<View>({ mode: 'visual', chosen: false, revision: 0 });

  const read = useEffectEvent(latest);
  useEffect(() => {
    if (value === own.current || value !== read()) return;
    // A save may return the same text in a different spelling; the cursor keeps its place.
    const same = isLosslessRoundTrip(value, own.current);
    own.current = value;
    if (same) return;
    setView((old) => (old.mode === 'source' ? old : { mode: 'visual', chosen: false, revision: old.revision + 1 }));
  }, [value]);

  const toSource = useCallback(() => setView(inMode('source')), []);
  const toVisual = useCallback(() => setView(inMode('visual')), []);
  return {
    ...view,
    change(html: string) {
      own.current = html;
      onChange(html);
    },
    toSource,
    toVisual,
  };
}

const inMode =
  (mode: View['mode']) =>
  ({ revision }: View): View => ({ mode, chosen: true, revision });
