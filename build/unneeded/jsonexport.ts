/** Stands in for `jsonexport` (vite.config.ts): no list of ours has react-admin's exporter. */
export default function jsonExport(): never {
  throw new Error("react-admin's exporter is left out: src/csv writes files");
}
