import type { MessageKey, Values } from '../../core/messages.ts';
import type { jobs } from './jobs.ts';

export type Jobs = typeof jobs;

export interface Job {
  name: keyof Jobs;
  /** The folder for the job's files, deleted afterwards. */
  to: string;
  args: string[];
  /** The memory limit in bytes. */
  mostMemory: number;
}

/** A job's result or error, and the process's memory afterwards. */
export interface Answer {
  made?: unknown;
  refused?: { key: MessageKey; values?: Values };
  held?: number;
}
