// Nothing else is imported before this, so that an older Node says one sentence and no stack.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(`rTop Admin needs Node 24 or newer; this is ${process.versions.node}. "npm start" brings its own.`);
  process.exit(1);
}
const { listen } = await import('./listen.ts');
await listen();

export {};
