import { build, type Rolldown, type UserConfig } from 'vite';
import { chunkNames } from '../src/early/firstChunks.ts';
import { withoutUnneeded } from './unneeded/plugin.ts';

/** Chunk of the parts of a list that it shows after its first rows. */
const listRest = 'listRest';
/** Names of the chunks, highest priority first. */
const names = ['core', 'frame', ...chunkNames, listRest];
/**
 * React has its own chunk: browsers compile chunks in parallel, and keep this one cached when only the console changes.
 */
const reactModules = /\/node_modules\/(react|react-dom|scheduler)\//;

/**
 * Groups modules into chunks after a trial build: `core` is needed by every page, `frame` by every page with a session.
 * An address then needs a handful of files; the bundler alone would make one for each combination of pages that share a
 * module.
 */
export async function chunkGroups(config: UserConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [withoutUnneeded()],
    build: { write: false, minify: false },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((one) => one.type === 'chunk');
  const reached = new Map<string, Set<string>>();
  for (const root of chunks) {
    if (!root.isEntry && !isGroupRoot(root.name)) continue;
    for (const chunk of withImports(root, chunks))
      for (const id of chunk.moduleIds)
        reached.set(id, (reached.get(id) ?? new Set()).add(root.isEntry ? 'core' : root.name));
  }
  // A module of both goes with the screens, whose chunk loads before the rest of the list.
  for (const by of reached.values()) if (by.has('Screens')) by.delete(listRest);
  return [
    { name: 'react', test: reactModules, priority: names.length + 1 },
    ...names.map((name, at) => ({
      name,
      test: (id: string) => groupOf(reached.get(id) ?? new Set()) === name,
      priority: names.length - at,
    })),
  ];
}

const isGroupRoot = (name: string) => name === listRest || chunkNames.some((one) => one === name);

function groupOf(by: Set<string>): string | undefined {
  if (by.has('core') || (by.has('SignInPage') && by.size > 1)) return 'core';
  if (by.has('Frame') || by.size > 1) return 'frame';
  const [only] = by;
  return only;
}

export function withImports(chunk: Rolldown.OutputChunk, chunks: Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const found = new Set([chunk]);
  for (const one of found)
    for (const imported of chunks) if (one.imports.includes(imported.fileName)) found.add(imported);
  return found;
}
