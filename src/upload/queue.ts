import { createListeners } from '../utils/store.ts';
import type { Control, UploadResult, UploadTransport } from './transport.ts';

/** One file of the queue. Immutable: each change makes a new object. */
export interface Upload {
  id: number;
  file: File;
  /** The name of the component that added it and shows it. */
  owner: string;
  state: 'waiting' | 'sending' | 'paused' | 'failed' | 'done';
  /** The sent part, from 0 to 1. At 1 the back end still processes it. */
  progress: number;
  /** Undefined if its transport cannot pause. */
  control?: Control;
  error?: unknown;
  sent?: UploadResult;
  /**
   * The library has the content already. The upload's owner was told, and the upload is shown until it is removed or
   * stored again.
   */
  isDuplicate?: boolean;
  isCopy?: boolean;
}

export interface Owner {
  name: string;
  folderId?: number | null;
  transport?: UploadTransport;
  /** Called in the order in which the files were added. */
  onSent?(sent: UploadResult, upload: Upload): void;
  /** Shows uploads of content that the library has already. */
  showsDuplicates?: boolean;
  /** Finished uploads stay in the queue until they are cleared. */
  keepsFinished?: boolean;
}

export const isUploading = ({ state }: Upload) => state === 'waiting' || state === 'sending' || state === 'paused';

const maxAtOnce = 3;

export function createQueue(sendFile: UploadTransport) {
  let uploads: readonly Upload[] = [];
  let lastId = 0;
  const owners = new Map<number, Owner>();
  const ends = new Map<number, AbortController>();
  const listeners = createListeners();

  const show = (next: readonly Upload[]) => {
    uploads = next;
    listeners.notify();
  };
  const change = (id: number, changes: Partial<Upload>) =>
    show(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const find = (id: number) => uploads.find((upload) => upload.id === id);

  function forget(isMeant: (upload: Upload) => boolean): void {
    const gone = uploads.filter(isMeant);
    if (gone.length === 0) return;
    show(uploads.filter((upload) => !gone.includes(upload)));
    for (const { id } of gone) {
      owners.delete(id);
      ends.get(id)?.abort();
      ends.delete(id);
    }
    for (const name of new Set(gone.map(({ owner }) => owner))) deliver(name);
    pump();
  }

  /** Gives finished uploads to their owner, in order: each waits until all before it have finished or failed. */
  function deliver(name: string): void {
    for (const upload of uploads.filter(({ owner }) => owner === name)) {
      if (isUploading(upload)) return;
      const owner = owners.get(upload.id);
      if (upload.state !== 'done' || !upload.sent || !owner || upload.isDuplicate) continue;
      const isDuplicate = owner.showsDuplicates === true && upload.sent.existed === 1;
      if (isDuplicate) change(upload.id, { isDuplicate });
      else owners.delete(upload.id);
      if (!owner.keepsFinished && !isDuplicate) show(uploads.filter(({ id }) => id !== upload.id));
      owner.onSent?.(upload.sent, upload);
    }
  }

  function pump(): void {
    while (uploads.filter(({ state }) => state === 'sending').length < maxAtOnce) {
      const next = uploads.find(({ state }) => state === 'waiting');
      if (!next) return;
      change(next.id, { state: 'sending' });
      if (next.control) next.control.resume();
      else start(next);
    }
  }

  async function start({ id, file, owner, isCopy = false }: Upload): Promise<void> {
    const controller = new AbortController();
    ends.set(id, controller);
    const { signal } = controller;
    const { transport = sendFile, folderId = null } = owners.get(id) ?? {};
    try {
      const sent = await transport(file, {
        folderId,
        isCopy,
        signal,
        onProgress: (done, of) => find(id) && change(id, { progress: of > 0 ? Math.min(1, done / of) : 0 }),
        onPausable: (control) => find(id) && change(id, { control }),
      });
      if (signal.aborted) return;
      change(id, { state: 'done', progress: 1, sent, control: undefined });
    } catch (error) {
      if (signal.aborted) return;
      change(id, { state: 'failed', error, control: undefined });
    }
    ends.delete(id);
    deliver(owner);
    pump();
  }

  return {
    all: () => uploads,
    subscribe: listeners.subscribe,
    /** @returns their ids, in the same order */
    add: (files: readonly File[], owner: Owner) => {
      const added = files.map((file): Upload => {
        const id = ++lastId;
        owners.set(id, owner);
        return { id, file, owner: owner.name, state: 'waiting', progress: 0 };
      });
      show([...uploads, ...added]);
      pump();
      return added.map(({ id }) => id);
    },
    pause: (id: number) => {
      const upload = find(id);
      if (upload?.state !== 'sending' || !upload.control) return;
      upload.control.pause();
      change(id, { state: 'paused' });
      pump();
    },
    resume: (id: number) => {
      if (find(id)?.state !== 'paused') return;
      change(id, { state: 'waiting' });
      pump();
    },
    retry: (id: number) => {
      if (find(id)?.state !== 'failed') return;
      change(id, { state: 'waiting', progress: 0, error: undefined });
      pump();
    },
    /** Stores content that the library has already a second time. */
    copy: (id: number) => {
      if (!find(id)?.isDuplicate) return;
      change(id, { state: 'waiting', progress: 0, sent: undefined, isDuplicate: false, isCopy: true });
      pump();
    },
    /** Aborts an upload, or removes a finished one. */
    remove: (id: number) => forget((upload) => upload.id === id),
    /** Removes an owner's finished uploads. */
    clear: (owner: string) => forget((upload) => upload.owner === owner && upload.state === 'done'),
    /** Aborts all uploads of an owner, or all. */
    end: (owner?: string) => forget((upload) => owner === undefined || upload.owner === owner),
  };
}
