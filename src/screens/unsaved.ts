/** What was typed in a form when the session died (contract.md section 4). */
export interface Unsaved {
  adminId: number;
  path: string;
  title: string;
  values: Record<string, unknown>;
}

const key = 'rtop.unsaved';

/** Kept for this browser tab alone, and for the administrator who typed it. */
export function keepUnsaved(unsaved: Unsaved): void {
  sessionStorage.setItem(key, JSON.stringify(unsaved));
}

export function readUnsaved(adminId: number | undefined): Unsaved | undefined {
  const text = sessionStorage.getItem(key);
  const unsaved = text ? (JSON.parse(text) as Unsaved) : undefined;
  return unsaved && unsaved.adminId === adminId ? unsaved : undefined;
}

export function dropUnsaved(): void {
  sessionStorage.removeItem(key);
}
