import { getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import { fixTables } from '@tiptap/pm/tables';
import { useEffect, useRef, useState } from 'react';
import { isLosslessRoundTrip, type Loss, losses } from './html/isLosslessRoundTrip.ts';
import { openBody } from './html/openBody.ts';
import { toHtml } from './html/toHtml.ts';
import { extensions } from './schema/extensions.ts';

interface View {
  mode: 'visual' | 'source';
  /** What the editor would lose, which is why the text opened as source. */
  losses: Loss[];
  /** Whether the user chose this mode, and so expects the focus in it. */
  chosen: boolean;
  /** Counts values set from outside, each of which needs a new editor. */
  revision: number;
}

export type Body = ReturnType<typeof useBody>;

const lossesOf = (html: string): Loss[] => {
  const produced = roundTrip(html);
  return isLosslessRoundTrip(html, produced) ? [] : losses(html, produced);
};

const opened = (html: string, revision: number): View => {
  const found = lossesOf(html);
  return { mode: found.length > 0 ? 'source' : 'visual', losses: found, chosen: false, revision };
};

/** A text that the editor would change opens as source. A reset or a restored draft sets `value` too. */
export function useBody(value: string, onChange: (html: string) => void) {
  const own = useRef(value);
  const [view, setView] = useState(() => opened(value, 0));
  const [asking, setAsking] = useState<Loss[] | null>(null);

  useEffect(() => {
    if (value === own.current) return;
    // A save may return the same text in a different spelling; the cursor keeps its place.
    const same = isLosslessRoundTrip(value, own.current);
    own.current = value;
    if (same) return;
    setView((old) => (old.mode === 'source' && old.chosen ? old : opened(value, old.revision + 1)));
  }, [value]);

  const show = (mode: View['mode']) =>
    setView((old) => ({ mode, losses: [], chosen: true, revision: old.revision + 1 }));
  return {
    ...view,
    asking,
    change(html: string) {
      own.current = html;
      onChange(html);
    },
    toSource: () => show('source'),
    toVisual() {
      const found = lossesOf(own.current);
      if (found.length > 0) setAsking(found);
      else show('visual');
    },
    answer(goesOn: boolean) {
      setAsking(null);
      if (goesOn) show('visual');
    },
  };
}

const schema = getSchema(extensions);

/** The HTML that results if every block is edited: parsed into the schema and serialized. */
export function roundTrip(html: string): string {
  const { doc } = openBody(html, schema);
  // The editor completes missing table cells at its first transaction.
  const shown = fixTables(EditorState.create({ doc }))?.doc ?? doc;
  return html.trim() && shown.content.content.map((_node, index) => toHtml(shown, index)).join('');
}
