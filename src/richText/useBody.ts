import { getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import { fixTables } from '@tiptap/pm/tables';
import { useEffect, useRef, useState } from 'react';
import { isLosslessRoundTrip } from './html/isLosslessRoundTrip.ts';
import { type Loss, losses } from './html/losses.ts';
import { openBody } from './html/openBody.ts';
import { toHtml } from './html/toHtml.ts';
import { extensions } from './schema/extensions.ts';

interface View {
  mode: 'visual' | 'source';
  /** What the editor cannot show of a text that was opened as source for it. */
  losses: Loss[];
  /** Whether the user asked for this mode, and so expects the focus in it. */
  chosen: boolean;
  /** Counts the texts that came from outside, each of which needs a new editor. */
  revision: number;
}

export interface Body extends View {
  /** What would be lost, while the user is asked; null while not. */
  asking: Loss[] | null;
  change: (html: string) => void;
  toSource: () => void;
  /** Opens the editor, or asks first if it would lose something. */
  toVisual: () => void;
  answer: (goesOn: boolean) => void;
}

const lossesOf = (html: string): Loss[] => {
  const produced = roundTrip(html);
  return isLosslessRoundTrip(html, produced) ? [] : losses(html, produced);
};

const opened = (html: string, revision: number): View => {
  const found = lossesOf(html);
  return { mode: found.length > 0 ? 'source' : 'visual', losses: found, chosen: false, revision };
};

/**
 * Which of its two faces the field shows. A text that the editor would change opens as source.
 * @param value the form's value, also when something else than this field set it (a reset, a restored draft)
 */
export function useBody(value: string, onChange: (html: string) => void): Body {
  const own = useRef(value);
  const [view, setView] = useState(() => opened(value, 0));
  const [asking, setAsking] = useState<Loss[] | null>(null);

  useEffect(() => {
    if (value === own.current) return;
    // The server writes the same text a little differently; the cursor stays where it is.
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
    change(html) {
      own.current = html;
      onChange(html);
    },
    toSource: () => show('source'),
    toVisual() {
      const found = lossesOf(own.current);
      if (found.length > 0) setAsking(found);
      else show('visual');
    },
    answer(goesOn) {
      setAsking(null);
      if (goesOn) show('visual');
    },
  };
}

const schema = getSchema(extensions);

/** What the editor makes of HTML if every block of it is edited: read into the schema and written anew. */
export function roundTrip(html: string): string {
  const { doc } = openBody(html, schema);
  // As soon as anything happens the editor squares its tables.
  const shown = fixTables(EditorState.create({ doc }))?.doc ?? doc;
  const blocks = shown.content.content.map((_node, index) => toHtml(shown, index)).join('');
  return html.trim() === '' ? '' : blocks;
}
