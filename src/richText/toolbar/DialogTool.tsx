import { type Editor, useEditorState } from '@tiptap/react';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { LabelKey } from '../useLabel.ts';
import { ToolButton } from './ToolButton.tsx';

export interface ToolDialogOf {
  editor: Editor;
  /** Nothing of its kind is selected. */
  isNew: boolean;
  onClose: () => void;
}

interface Props {
  editor: Editor;
  name: LabelKey;
  icon: ReactNode;
  /** What it changes where it is selected, by its name in the schema. */
  changes?: string;
  Dialog: ComponentType<ToolDialogOf>;
}

/** A tool that asks in a dialog, from which one comes back into the text. */
export function DialogTool({ editor, name, icon, changes, Dialog }: Props) {
  const [open, setOpen] = useState(false);
  const active = useEditorState({ editor, selector: () => (changes ? editor.isActive(changes) : undefined) });
  const close = () => {
    setOpen(false);
    editor.commands.focus();
  };
  return (
    <>
      <ToolButton name={name} active={active} hasPopup="dialog" open={open} onClick={() => setOpen(true)}>
        {icon}
      </ToolButton>
      {open && <Dialog editor={editor} isNew={!active} onClose={close} />}
    </>
  );
}
