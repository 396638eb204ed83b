import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { droppedFiles, hasFiles } from './droppedFiles.ts';

const isField = (target: EventTarget) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Takes files that are dropped on an element or pasted into it; `isOver` while they are held over it. */
export function useDrop(onFiles: ((files: File[]) => void) | undefined) {
  const [isDragOver, setOver] = useState(false);
  // Entering a child comes before leaving its parent.
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  if (!onFiles) return { isDragOver: false, handlers: {} };
  const taking = (work: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    work(event);
  };
  return {
    isDragOver,
    handlers: {
      onDragEnter: taking(() => {
        depth.current++;
        setOver(true);
      }),
      onDragOver: taking(({ dataTransfer }) => {
        dataTransfer.dropEffect = 'copy';
      }),
      onDragLeave: taking(() => {
        depth.current--;
        if (depth.current <= 0) end();
      }),
      onDrop: taking((event) => {
        end();
        onFiles(droppedFiles(event));
      }),
      onPaste: (event: ClipboardEvent) => {
        const { files } = event.clipboardData;
        // An office program adds a picture of what is copied: in a field its text is meant.
        const isText = isField(event.target) && event.clipboardData.types.includes('text/plain');
        if (files.length === 0 || isText) return;
        event.preventDefault();
        event.stopPropagation();
        onFiles([...files]);
      },
    },
  };
}
