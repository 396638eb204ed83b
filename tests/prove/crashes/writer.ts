import { randomUUID } from 'node:crypto';
import type { Random } from '../random.ts';
import { type Ledger, newLedger, type WrittenArticle } from './ledger.ts';

export interface Site {
  url: string;
  token: string;
  /** The column of all articles. */
  column: number;
}

interface Write {
  key: string;
  path: string;
  params: Record<string, unknown> | File;
  /** Enters the write into the ledger once it is acknowledged. */
  apply(data: Answered): void;
  /** The reply, if there was one. */
  reply?: string;
}

interface Answered {
  id: number;
  url: string;
  digest: string;
  done: number;
}

/**
 * Writes records of its own, one after another, each write with an `Idempotency-Key`, until nothing answers any more.
 * Nobody else writes these records, so the acknowledged writes say what they must hold.
 */
export class Writer {
  readonly ledger: Ledger = newLedger();
  /** The write that was sent and not acknowledged. */
  pending: Write | undefined;
  /** The reasons why writes were not acknowledged, and how often each occurred. */
  readonly refusals = new Map<string, number>();
  onRefusal: (reason: string) => void = () => {};
  #last: Write | undefined;
  #n = 0;
  #recent: number[] = [];
  readonly #name: string;
  readonly #random: Random;

  constructor(name: string, random: Random) {
    this.#name = name;
    this.#random = random;
  }

  /** Writes until a write is not acknowledged, or `isOver`. It begins with the one that was not acknowledged before. */
  async run(site: Site, isOver: () => boolean): Promise<void> {
    while (!isOver() && (await this.#send(site, this.pending ?? this.#choose(site))));
  }

  /**
   * Sends the write that was not acknowledged again, and then the last one that was answered: it must get the same
   * reply.
   */
  async repeat(site: Site): Promise<void> {
    const [again, last] = [this.pending, this.#last];
    if (again && !(await this.#send(site, again))) throw new Error(`${again.path} is not answered after the restart`);
    if (!last) return;
    const { reply } = await send(site, last);
    if (reply !== last.reply) throw new Error(`${last.path} answered ${last.reply}, and when repeated ${reply}`);
  }

  async #send(site: Site, write: Write): Promise<boolean> {
    this.pending = write;
    const { reply, refusal = '' } = await send(site, write);
    if (reply === undefined) {
      this.refusals.set(refusal, (this.refusals.get(refusal) ?? 0) + 1);
      this.onRefusal(refusal);
      return false;
    }
    const { code, data } = JSON.parse(reply) as { code: number; data: Answered };
    if (code !== 1) throw new Error(`${write.path} ${JSON.stringify(write.params)} was refused: ${reply}`);
    this.pending = undefined;
    // `repeat` leaves these out, because their second reply may differ: each save of a working copy counts, and an
    // upload is told whether its content was there.
    const isSameAgain = write.path !== 'base.content/saveWorkingCopy' && !(write.params instanceof File);
    if (isSameAgain) this.#last = { ...write, reply };
    this.ledger.acknowledged++;
    write.apply(data);
    return true;
  }

  #choose({ column }: Site): Write {
    const random = this.#random;
    const article = this.#pick(({ isDeleted }) => !isDeleted);
    const n = random.int(1, 100);
    if (!article || n <= 25) return this.#add(column);
    if (n <= 60) return this.#edit(...article);
    if (n <= 75) return this.#copyOrPublish(...article);
    if (n <= 87) return this.#deleteOrRestore(...article);
    if (n <= 92) return this.#size();
    return n <= 96 ? this.#bulk() : this.#upload();
  }

  #add(col_id: number): Write {
    const values = { title: this.#text('title'), content: this.#content(), source: '' };
    return this.#write('base.content/addArticle', { col_id, status: 1, ...values }, ({ id }) => {
      this.#recent = [...this.#recent.slice(-59), id];
      this.ledger.articles.set(id, { ...values, subtitle: '', isDeleted: false, copy: undefined, writes: 0 });
      this.#wrote(id);
    });
  }

  #edit(id: number, article: WrittenArticle): Write {
    const values = { title: this.#text('title'), ...(this.#random.isOneIn(2) && { content: this.#content() }) };
    return this.#write('base.content/editArticle', { id, ...values }, () => {
      Object.assign(article, values);
      this.#wrote(id);
    });
  }

  #copyOrPublish(id: number, article: WrittenArticle): Write {
    const { copy } = article;
    if (copy)
      return this.#write('base.content/publish', { entity: 'article', id, digest: copy.digest }, () => {
        Object.assign(article, { subtitle: copy.subtitle, copy: undefined });
        this.#wrote(id);
      });
    const subtitle = this.#text('copy');
    const values = JSON.stringify({ subtitle });
    return this.#write('base.content/saveWorkingCopy', { entity: 'article', id, values }, ({ digest }) => {
      article.copy = { subtitle, digest };
      this.ledger.touched.add(`article ${id}`);
    });
  }

  #deleteOrRestore(id: number, article: WrittenArticle): Write {
    const deleted = this.#pick(({ isDeleted }) => isDeleted);
    if (deleted && (article.copy || this.#random.isOneIn(2))) {
      const [back, gone] = deleted;
      return this.#write('base.Recycle/restore', { entity: 'article', ids: back }, () => {
        gone.isDeleted = false;
        this.#wrote(back);
      });
    }
    if (article.copy) return this.#edit(id, article);
    return this.#write('base.content/deleteArticle', { aid: id }, () => {
      article.isDeleted = true;
      this.#wrote(id);
    });
  }

  #size(): Write {
    const { sizes, touched } = this.ledger;
    const there = [...sizes].filter(([, { isGone }]) => !isGone);
    const title = this.#text('size');
    const [id, size] = there.length > 0 ? this.#random.one(there) : [0, undefined];
    if (size && this.#random.isOneIn(4))
      return this.#write('base.Size/deleteSize', { id }, () => {
        size.isGone = true;
        size.writes++;
        touched.add(`size ${id}`);
      });
    const known = size && this.#random.isOneIn(2);
    return this.#write('base.Size/addEditSize', { id: known ? id : 0, title, sort: 0 }, (made) => {
      const at = known ? id : made.id;
      sizes.set(at, { title, isGone: false, writes: (sizes.get(at)?.writes ?? 0) + 1 });
      touched.add(`size ${at}`);
    });
  }

  #bulk(): Write {
    const live = this.#those(({ isDeleted }) => !isDeleted);
    const chosen = new Map(Array.from({ length: 5 }, () => this.#random.one(live)));
    const source = this.#text('bulk');
    const params = { entity: 'article', ids: [...chosen.keys()].join(), fields: JSON.stringify({ source }) };
    return this.#write('base.Bulk/edit', params, ({ done }) => {
      if (done !== chosen.size) throw new Error(`a bulk edit of ${chosen.size} articles did ${done}`);
      for (const [id, article] of chosen) {
        article.source = source;
        this.#wrote(id);
      }
    });
  }

  #upload(): Write {
    const content = this.#text('file');
    const file = new File([content], `${content}.txt`);
    return this.#write('base.upload/documentUpload', file, ({ id, url }) => {
      this.ledger.files.set(id, { url, content, writes: 1 });
      this.ledger.touched.add(`media ${id}`);
    });
  }

  #write(path: string, params: Write['params'], apply: Write['apply']): Write {
    return { key: randomUUID(), path, params, apply };
  }

  #wrote(id: number): void {
    const article = this.ledger.articles.get(id);
    if (article) article.writes++;
    this.ledger.touched.add(`article ${id}`);
  }

  #pick(isSo: (article: WrittenArticle) => boolean): [number, WrittenArticle] | undefined {
    const found = this.#those(isSo);
    return found.length > 0 ? this.#random.one(found) : undefined;
  }

  /** The latest articles for which `isSo` is true. */
  #those(isSo: (article: WrittenArticle) => boolean): [number, WrittenArticle][] {
    return this.#recent.flatMap((id) => {
      const article = this.ledger.articles.get(id);
      return article && isSo(article) ? [[id, article] as [number, WrittenArticle]] : [];
    });
  }

  /** Returns a new text each time, so that each edit changes something. */
  #text(of: string): string {
    this.#n++;
    return `${of} ${this.#name} ${this.#n}`;
  }

  #content(): string {
    return `<p>${this.#text('content')} ${'茶 '.repeat(this.#random.int(0, 400))}</p>`;
  }
}

/** Milliseconds that the console waits for a reply. */
const consoleMs = 6000;

/**
 * @returns the reply, or why there is none: the status that says that the write was not done, or the connection's error
 */
async function send({ url, token }: Site, { key, path, params }: Write): Promise<{ reply?: string; refusal?: string }> {
  const form = new FormData();
  if (params instanceof File) form.append('file', params);
  const given = params instanceof File ? [] : Object.entries(params).map(([name, value]) => [name, String(value)]);
  const isGet = path === 'base.content/deleteArticle';
  const query = new URLSearchParams(given);
  const response = await fetch(`${url}/api/${path}${isGet ? `?${query}` : ''}`, {
    method: isGet ? 'GET' : 'POST',
    headers: { authorization: token, 'idempotency-key': key },
    ...(!isGet && { body: params instanceof File ? form : query }),
    signal: AbortSignal.timeout(consoleMs),
  })
    .then(async (answered) => ({ status: answered.status, text: await answered.text() }))
    .catch((error: Error) => ({
      status: 0,
      text: error.name === 'TimeoutError' ? 'no answer in time' : 'no connection',
    }));
  if (response.status === 200) return { reply: response.text };
  return { refusal: response.status === 0 ? response.text : String(response.status) };
}
