/** The same for the same content brought into the same entity, so that the back end knows a repeat. */
export async function fileKey(entity: string, file: File): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return `${entity}.${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
