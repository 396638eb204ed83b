import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' });

/** A worktree of what stands in a tree now, committed or not, for whoever breaks its files. */
export function copyTree(tree: string): { copy: string; restore(file: string): void; remove(): void } {
  const copy = join(mkdtempSync(join(tmpdir(), 'rtop-mutations-')), 'tree');
  git(tree, 'worktree', 'add', '--quiet', '--detach', copy, 'HEAD');
  const files = (...args: string[]) =>
    git(tree, 'ls-files', ...args)
      .split('\n')
      .filter(Boolean);
  const deleted = new Set(files('--deleted'));
  for (const file of deleted) rmSync(join(copy, file));
  for (const file of files('--modified', '--others', '--exclude-standard'))
    if (!deleted.has(file)) cpSync(join(tree, file), join(copy, file));
  symlinkSync(join(tree, 'node_modules'), join(copy, 'node_modules'));
  return {
    copy,
    restore: (file) => cpSync(join(tree, file), join(copy, file)),
    remove() {
      git(tree, 'worktree', 'remove', '--force', copy);
      rmSync(dirname(copy), { recursive: true, force: true });
    },
  };
}
