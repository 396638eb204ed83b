let isMeant = false;

/** Loads the page again, without a question: what is typed is kept and put back (src/drafts/DraftPersistence.tsx). */
export function reload(): void {
  isMeant = true;
  window.location.reload();
}

export const isReloading = () => isMeant;
