import type { MessageKey, Values } from '../../core/messages.ts';
import type { jobs } from './jobs.ts';

export type Jobs = typeof jobs;

export interface Job {
  name: keyof Jobs;
  /** The folder that its files are made in, gone after it. */
  to: string;
  args: string[];
  /** What it may take, in bytes. */
  mostMemory: number;
}

/** What a job made, or why it did not, and what the process holds since. */
export interface Answer {
  made?: unknown;
  refused?: { key: MessageKey; values?: Values };
  held?: number;
}
