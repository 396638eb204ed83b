import { useLocaleState } from 'ra-core';
import { useRef, useState } from 'react';
import type { Returned } from '../../contract/call.ts';
import { transferImport } from '../../contract/calls/transfer.ts';
import type { Resource } from '../declaration/resource.ts';
import { http } from '../services/services.ts';
import { fileWords } from './fileWords.ts';

export type ImportReport = Returned<typeof transferImport>;

/** A file is checked when it is chosen (dry run), and imported on demand. */
export function useImport({ name, entity }: Resource, onDone: (report: ImportReport) => void) {
  const [locale] = useLocaleState();
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<ImportReport>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState<'checking' | 'importing'>();
  const ending = useRef<AbortController>(undefined);

  const [skipsUnknown, setSkipsUnknown] = useState(false);

  /** Of the idempotency key: a file that is imported once more has another. */
  const keySuffix = useRef('');

  const send = async (sent: File, isDry: boolean, skips = skipsUnknown) => {
    setBusy(isDry ? 'checking' : 'importing');
    setError(undefined);
    ending.current?.abort(); // the check of another file, or of this one in another way
    ending.current = new AbortController();
    const { signal } = ending.current;
    try {
      const words = await fileWords(entity, locale);
      const flags = { dry_run: isDry ? 1 : 0, skip_unknown: skips ? 1 : undefined } as const;
      // Under the key of the import itself, the dry run tells whether that was made already.
      const key = `${await fileKey(name, sent)}${keySuffix.current}`;
      const options = isDry ? { key, signal } : { key };
      const made = await http.upload(transferImport, { entity: name, ...flags, ...words }, sent, options);
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
    setSkipsUnknown(false);
    keySuffix.current = '';
    send(chosen, true, false);
  };
  const skip = (skips: boolean) => {
    setSkipsUnknown(skips);
    if (file) send(file, true, skips);
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
    /** Whether unknown columns of the file are skipped; a change starts another dry run. */
    skipsUnknown,
    skip,
    /** Checks a file that was imported already, to import it once more: what came of it may have been undone. */
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
