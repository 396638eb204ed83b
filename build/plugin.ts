import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { chunkNames, messageChunkNames } from '../src/early/firstChunks.ts';
import { dark, light, sizes } from '../src/theme/tokens.ts';
import { chunkGroups, withImports } from './groups.ts';

/** The chunks that the inline script may preload. */
const preloadable = [...chunkNames, ...messageChunkNames];
const placeholder = '<!-- early -->';
/**
 * Browsers that know this hint compile all functions of a first chunk while it arrives, beside the main thread, instead
 * of one after the other when they are called (https://v8.dev/blog/explicit-compile-hints).
 */
const compileHint = '//# allFunctionsCalledOnLoad\n';

/** Replaces `var(--light-background)`, `var(--sizes-header)` … in the page's styles by the theme's values. */
export const tokensInPage: Plugin = {
  name: 'tokens-in-page',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace(/var\(--((?:light|dark|sizes)-[\w-]+)\)/g, (_all, path: string) => tokenAt(path)),
  },
};

function tokenAt(path: string): string {
  let value: unknown = { light, dark, sizes };
  for (const name of path.split('-')) value = (value as Record<string, unknown>)[name];
  if (value === undefined) throw new Error(`index.html asks for ${path}, which the theme does not have`);
  return typeof value === 'number' ? `${value}px` : String(value);
}

/**
 * Compiles inline.ts into the page, with the file names of the first chunks, so that these are requested before any
 * script runs; and groups the chunks. A page without the placeholder is left alone.
 */
export function earlyScript(): Plugin {
  let base = '/';
  let first = new Set<string>();
  return {
    name: 'early-script',
    async config(config, { command }) {
      const isOurs = existsSync(resolve(config.root ?? '.', 'src/app/main.tsx'));
      if (command !== 'build' || !isOurs) return {};
      const groups = await chunkGroups({ root: config.root, base: config.base, resolve: config.resolve });
      first = new Set<string>(['index', ...groups.map(({ name }) => String(name))]);
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } };
    },
    configResolved: (config) => {
      base = config.base;
    },
    generateBundle: {
      order: 'post', // Vite puts lines of its own before the code
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && first.has(chunk.name)) chunk.code = compileHint + chunk.code;
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!html.includes(placeholder)) return html;
        const children = await compile(bundle ? filesOf(bundle, base) : {});
        return { html: html.replace(placeholder, ''), tags: [{ tag: 'script', children, injectTo: 'head' }] };
      },
    },
  };
}

async function compile(files: Record<string, string[]>): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    define: { FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: resolve(import.meta.dirname, '../src/early/inline.ts'), formats: ['iife'], name: 'early' },
    },
  })) as Rolldown.RolldownOutput[];
  return built[0]?.output[0].code.trim() ?? '';
}

/** Maps each preloadable chunk to its own file and those of its imports, except files that the page loads anyway. */
function filesOf(bundle: Rolldown.OutputBundle, base: string): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  const loaded = entry ? withImports(entry, chunks) : new Set();
  return Object.fromEntries(
    preloadable.map((name) => {
      const isOf = new RegExp(`/${name}\\.tsx?$`);
      const chunk = chunks.find((one) => one.moduleIds.some((id) => isOf.test(id)));
      if (!chunk) throw new Error(`the build has no chunk ${name}`);
      const needed = [...withImports(chunk, chunks)].filter((one) => !loaded.has(one));
      return [name, needed.map(({ fileName }) => base + fileName)];
    }),
  );
}
