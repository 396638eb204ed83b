import type { AdminId } from '../../authProvider/index.ts';
import { readJson, writeJson } from '../utils/store.ts';

/** Where an administrator was last, and the content model that was shown last (docs/contract.md, "Screens"). */
export interface Place {
  adminId: AdminId;
  /** The path below the router's base, with its query. */
  path: string;
  model?: { model: string; title: string };
}

const key = 'rtop.history';

export function lastPlace(adminId?: AdminId): Place | undefined {
  const place = readJson<Place>(localStorage, key);
  return adminId === undefined || place?.adminId === adminId ? place : undefined;
}

export const lastScreen = (adminId?: AdminId): string => lastPlace(adminId)?.path.split('?')[0] ?? '';

export function saveLastPlace(place: Place): void {
  writeJson(localStorage, key, { ...lastPlace(place.adminId), ...place });
}
