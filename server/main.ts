// Nothing is imported before this check, so that an older Node prints one sentence and no stack.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(`rTop Admin needs Node 24 or newer; this is ${process.versions.node}. "npm start" brings its own.`);
  process.exit(1);
}

const { compileCache, heapFlags } = await import('./core/program.ts');

// The flags only work at the start, so the process replaces itself, keeping its id.
if (process.execve && !heapFlags.every((flag) => process.execArgv.includes(flag))) {
  const args = [
    process.execPath,
    ...process.execArgv,
    ...heapFlags,
    '--disable-warning=ExperimentalWarning',
    ...process.argv.slice(1),
  ];
  process.execve(process.execPath, args, { ...process.env, ...compileCache });
}

const { enableCompileCache, flushCompileCache } = await import('node:module');
enableCompileCache(compileCache.NODE_COMPILE_CACHE);
const { listen } = await import('./listen.ts');
await listen();
flushCompileCache(); // saved now, because the process may be killed

export {};
