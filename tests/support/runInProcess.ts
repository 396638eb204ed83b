import { vi } from 'vitest';
import { backup } from '../../server/commands/backup.ts';
import { importCommand } from '../../server/commands/import.ts';
import { resetPasswordCommand } from '../../server/commands/resetPassword.ts';
import { restore } from '../../server/commands/restore.ts';
import { runCommand } from '../../server/commands/run.ts';
import { verify } from '../../server/commands/verify.ts';
import { type CommandName, environmentOf, type Outcome, type Place } from './command.ts';

const commands = { import: importCommand, resetPassword: resetPasswordCommand, backup, verify, restore };

/** Runs a command in this process, one at a time, and tells of it as the shell would. */
export async function runInProcess(name: CommandName, args: string[], place: Place): Promise<Outcome> {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(`${line}\n`));
  try {
    const sentence = await runCommand(commands[name], args, environmentOf(place));
    return { code: sentence ? 1 : 0, stdout: lines.join(''), stderr: sentence ?? '' };
  } finally {
    log.mockRestore();
  }
}
