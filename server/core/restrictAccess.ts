import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const privatePaths = { files: /^(rtop\.db|secret\.key|reserve$)/, folders: /^(upload|uploading|templates)$/ };
const sticky = 0o1000;

/**
 * Makes the data folder readable by the program's own user alone, whatever the umask. If the disk or the owner does not
 * allow it, the operator is warned and the program continues.
 */
export function restrictAccess(dataDir: string): void {
  process.umask(0o077);
  const refused: string[] = [];
  const narrow = (path: string, most: number, inside: (path: string) => void = () => {}) => {
    try {
      const { mode } = statSync(path);
      if (path === dataDir && mode & sticky)
        refused.push(`${path} (shared)`); // such as /tmp
      else if (mode & 0o777 & ~most) chmodSync(path, mode & most);
      inside(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!code) throw error;
      if (!['ENOENT', 'ENOTDIR'].includes(code)) refused.push(`${path} (${code})`); // deleted meanwhile, or not created yet
    }
  };
  const narrowFolders = (folder: string) => {
    // Two links mean no subfolders, on file systems that count them. So the large file folders need not be read.
    if (statSync(folder).nlink === 2) return;
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) narrow(join(folder, entry.name), 0o700, narrowFolders);
  };
  narrow(dataDir, 0o700, () => {
    for (const name of readdirSync(dataDir)) {
      if (privatePaths.files.test(name)) narrow(join(dataDir, name), 0o600);
      if (privatePaths.folders.test(name)) narrow(join(dataDir, name), 0o700, narrowFolders);
    }
  });
  if (refused.length > 0)
    console.error(`The rights cannot be narrowed of ${refused[0]}: other users of this machine may read it.`);
}
