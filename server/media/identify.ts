import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { extensionFor, type FileType, typeOf } from '../../contract/uploadTypes.ts';

/** From the content; the name decides only within its family. Undefined if unknown, or if a browser could run it. */
export async function identify(path: string, name: string): Promise<FileType | undefined> {
  const named = extname(name).slice(1).toLowerCase();
  const found = (await formatOf(path)) ?? ((await isPlainText(path)) ? 'text' : '');
  return typeOf(extensionFor(found, named) ?? '');
}

/** Undefined also for a file that ends within the head of what it seems to be. */
async function formatOf(path: string): Promise<string | undefined> {
  try {
    return (await fileTypeFromFile(path))?.ext;
  } catch (error) {
    if ((error as Error).name === 'EndOfStreamError') return undefined;
    throw error;
  }
}

const control = /[^\P{Cc}\t\n\f\r]/u;
const encodings = ['utf-8', 'gb18030'];

async function isPlainText(path: string): Promise<boolean> {
  const readers = new Map(encodings.map((encoding) => [encoding, new TextDecoder(encoding, { fatal: true })]));
  let isFirst = true;
  for await (const chunk of createReadStream(path)) {
    for (const [encoding, reader] of readers) {
      try {
        const text = reader.decode(chunk, { stream: true });
        if (control.test(text) || (isFirst && /^\s*(<|#!)/.test(text))) return false;
      } catch {
        readers.delete(encoding); // the file is not in this encoding
      }
    }
    if (readers.size === 0) return false;
    isFirst = false;
  }
  return !isFirst;
}
