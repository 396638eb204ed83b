import type { Entity } from '../../contract/entity.ts';
import { findEntity, ruleOf } from '../../contract/index.ts';
import { livingTokens } from '../auth/programTokens.ts';
import { roleHolds } from '../auth/rights.ts';
import { configValues } from '../config/config.ts';
import { isoFromNow } from '../core/clock.ts';
import { InvalidInput } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { hashToken, newToken } from '../core/tokens.ts';
import { createYield } from '../core/turns.ts';
import type { Db, Row } from '../database/tables.ts';
import { asProgram, type SignedIn } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { limitsOfRole } from '../engine/roleLimits.ts';
import { assertWithinColumns, type Limited, visibleIds, withoutHidden } from '../engine/withinLimits.ts';
import { checkDraft } from '../engine/write/checkDraft.ts';
import { copyOf, type Maker, makerOf } from './workingCopies.ts';

const hourMs = 3600_000;

/** The server itself serves the example site at these addresses. */
const examplePattern = '/site/?preview={token}#/{model}/{id}';
export const exampleColumnPattern = '/site/#/column/{id}';

export async function pagePattern(db: Db, { exampleSite }: Pick<Settings, 'exampleSite'>): Promise<string> {
  const { web_page_url } = await configValues(db, ['web_page_url']);
  return web_page_url || (exampleSite ? examplePattern : '');
}

/** Returns the scheme and host of the pages; undefined for the server's own. */
export async function pageOrigin(db: Db): Promise<string | undefined> {
  const { web_page_url } = await configValues(db, ['web_page_url']);
  return web_page_url ? URL.parse(web_page_url.split('{')[0] ?? '')?.origin : undefined;
}

/** Fills in a pattern. If there is no token, the parameter that would carry it is left out. */
export function pageUrl(pattern: string, record: Row, model: string, token?: string): string {
  const known: Record<string, unknown> = {
    model,
    id: record.id,
    slug: record.slug || record.id,
    column: record.col_id,
    token,
  };
  const withoutToken = token ? pattern : pattern.replace(/([?&])[^?&#]*\{token\}&?/, '$1').replace(/[?&](?=#|$)/, '');
  return withoutToken.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(known[name] ?? '')));
}

/** @returns a token that opens the record's preview for an hour; only its hash is stored */
export async function startPreview(db: Db, entity: string, record_id: number, by: SignedIn) {
  const token = newToken();
  const expires = isoFromNow(hourMs);
  await db.deleteFrom('preview_token').where('expires', '<', isoFromNow(0)).execute();
  await db
    .insertInto('preview_token')
    .values({
      token_hash: hashToken(token),
      entity,
      record_id,
      ...makerOf({ db, admin: by }),
      role_id: by.roleId,
      expires,
    })
    .execute();
  return { token, expires };
}

/** @param maker whose links end; undefined for everybody's */
export async function endPreviews(db: Db, entity: string, id: number, maker?: Maker): Promise<void> {
  const links = db.deleteFrom('preview_token').where('entity', '=', entity).where('record_id', '=', id);
  if (!maker) return void (await links.execute());
  const { admin_id, token_id } = maker;
  const ofAdmin = links.where('admin_id', '=', admin_id);
  await (token_id === null
    ? ofAdmin.where('token_id', 'is', null)
    : ofAdmin.where('token_id', '=', token_id)
  ).execute();
}

/**
 * Returns the record of a preview token, with what of its working copy could be saved. Undefined if the token has
 * expired, was revoked, its program's own has ended, or its administrator may no longer sign in or list such records.
 */
export async function previewOf(db: Db, token: string): Promise<{ entity: Entity; row: Row } | undefined> {
  const found = await db
    .selectFrom('preview_token')
    .innerJoin('admin', 'admin.id', 'preview_token.admin_id')
    .innerJoin('role', (join) =>
      join.on((on) => on('role.id', '=', on.fn.coalesce('preview_token.role_id', 'admin.groupId'))),
    )
    .select(['entity', 'record_id', 'admin_id', 'role.id as roleId', 'role.built_in'])
    .where('token_hash', '=', hashToken(token))
    .where('expires', '>', isoFromNow(0))
    // A later end was written by a clock that was ahead.
    .where('expires', '<=', isoFromNow(hourMs))
    .where('admin.status', '=', 1)
    .where((where) =>
      where.or([
        where('preview_token.token_id', 'is', null),
        where('preview_token.token_id', 'in', livingTokens(db).select('program_token.id')),
      ]),
    )
    .executeTakeFirst();
  const entity = findEntity(found?.entity);
  const isTheirs =
    found && entity && (await roleHolds(db, found.roleId, found.built_in === 1, ruleOf(entity.calls.list)));
  if (!isTheirs) return undefined;
  const limits = await limitsOfRole(db, found.admin_id, found.roleId);
  const maker = { db, admin: { id: found.admin_id, limits } };
  if (!(await visibleIds(maker, entity, [found.record_id])).has(found.record_id)) return undefined;
  const row = (await lifecycle.read(asProgram(db), entity, found.record_id)) as unknown as Row | undefined;
  if (!row) return undefined;
  const copy = await copyOf(db, entity.name, row.id);
  const values = copy ? await savable(maker, entity, JSON.parse(copy.values), row) : {};
  return { entity, row: withoutHidden(maker, entity, { ...row, ...values }) };
}

/** Returns the fields that a save by the caller would take, cleaned as it cleans them. Half-typed ones are left out. */
async function savable(caller: Limited & { db: Db }, entity: Entity, typed: Record<string, unknown>, row: Row) {
  const values: Record<string, unknown> = {};
  const letOthersIn = createYield(caller.db);
  for (const [name, value] of Object.entries(typed)) {
    await letOthersIn();
    const sent = { [name]: value };
    try {
      assertWithinColumns(caller, entity, sent, row);
      Object.assign(values, await checkDraft(caller, entity, sent, row));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
    }
  }
  return values;
}
