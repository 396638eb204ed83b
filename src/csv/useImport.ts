import { useLocaleState } from 'ra-core';
import { useRef, useState } from 'react';
import type { Returned } from '../../contract/call.ts';
import { transferImport } from '../../contract/calls/transfer.ts';
import type { Resource } from '../declaration/resource.ts';
import { http } from '../services/services.ts';
import { fileWords } from './fileWords.ts';

export type ImportReport = Returned<typeof transferImport>;

interface ReadingOptions {
  /** Whether columns that match no field are left out. */
  skipsUnknownColumns: boolean;
  /** Whether empty cells empty their fields; until it is chosen, the back end decides by the file's heading. */
  clearsEmptyCells?: 0 | 1;
}
const none: ReadingOptions = { skipsUnknownColumns: false };

/** A file is checked when it is chosen (dry run), and imported on demand. */
export function useImport({ name, entity }: Resource, onDone: (report: ImportReport) => void) {
  const [locale] = useLocaleState();
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<ImportReport>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState<'checking' | 'importing'>();
  const ending = useRef<AbortController>(undefined);

  const [options, setOptions] = useState<ReadingOptions>(none);

  /** Ends the idempotency key. A file that is imported once more gets another suffix. */
  const keySuffix = useRef('');

  const send = async (sent: File, isDry: boolean, { skipsUnknownColumns, clearsEmptyCells } = options) => {
    setBusy(isDry ? 'checking' : 'importing');
    setError(undefined);
    ending.current?.abort(); // an earlier dry run of another file, or of this one with other options
    ending.current = new AbortController();
    const { signal } = ending.current;
    try {
      const words = await fileWords(entity, locale);
      const flags = {
        dry_run: isDry ? 1 : 0,
        skip_unknown: skipsUnknownColumns ? 1 : undefined,
        ...(clearsEmptyCells !== undefined && { empty_cells: clearsEmptyCells }),
      } as const;
      // The dry run has the key of the import itself, so it tells whether that import was made already.
      const chosen = clearsEmptyCells === undefined ? '' : `.${clearsEmptyCells}`;
      const key = `${await fileKey(name, sent)}${chosen}${keySuffix.current}`;
      const params = { entity: name, ...flags, ...words };
      const made = await http.upload(transferImport, params, sent, isDry ? { key, signal } : { key });
      if (signal.aborted) return;
      setReport(made);
      if (!isDry && (made.errors ?? []).length === 0) onDone(made);
    } catch (failure) {
      if (signal.aborted) return;
      setError(failure);
    }
    setBusy(undefined);
  };
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setReport(undefined);
    setOptions(none);
    keySuffix.current = '';
    send(chosen, true, none);
  };
  const read = (changed: Partial<ReadingOptions>) => {
    const next = { ...options, ...changed };
    setOptions(next);
    if (file) send(file, true, next);
  };
  const checkAgain = () => {
    keySuffix.current = `.${Date.now().toString(36)}`;
    if (file) send(file, true);
  };
  return {
    file,
    report,
    error,
    busy,
    choose,
    options,
    /** Chooses how the file is read, which starts another dry run. */
    read,
    /** Checks a file that was imported already, to import it once more: the first import may have been undone. */
    checkAgain,
    importFile: () => file && send(file, false),
    /** Aborts a dry run; an import that is being written goes on. */
    stop: () => ending.current?.abort(),
  };
}

/** An idempotency key: the same for the same content and entity, so that the back end recognises a repeat. */
async function fileKey(entity: string, file: File): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return `${entity}.${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
