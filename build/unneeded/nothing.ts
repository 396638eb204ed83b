/** Replaces a component that is never rendered (plugin.ts). */
export default function Nothing() {
  return null;
}
