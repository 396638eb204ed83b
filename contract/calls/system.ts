import { get } from '../call.ts';
import type { Entity } from '../entity.ts';
import { int, json, text, time } from '../fields.ts';
import type { BackupState } from './backup.ts';

/** The last run of a background job in this process. */
export interface JobRun {
  job: string;
  ran: string;
  ms: number;
  failed: 0 | 1;
}

/** Counts the rows of the run log of one level and event in the last hour. */
export interface Incident {
  level: 'warn' | 'error';
  event: string;
  n: number;
  last: string;
}

export const systemScreen = '/systemStatus';

/** Describes the process that answers and what all processes share. Sizes are in bytes, times in ms. */
export const systemStatus = get('base.System/status', {
  title: '查看系统状态',
  extension: 'systemStatus',
  screen: systemScreen,
  returns: {
    version: text(40),
    node: text(40),
    /** The process that answers: `host:pid`. */
    process: text(200),
    started: time(),
    /** `ms` is the time of one statement, `waiting` the work that waits for a connection or its turn to write. */
    database: json<{ kind: string; version: string; bytes: number; ms: number; waiting: number }>()(),
    /** Free and total space of the folder with the database and the files. */
    disk: json<{ free: number; total: number }>()(),
    files: json<{ n: number; bytes: number }>()(),
    /**
     * Whether a schedule is on, the state and time of the newest backup (`state` is empty if there is none), and the
     * time of the newest whole one.
     */
    backup: json<{ is_on: 0 | 1; state: BackupState | ''; time: string; whole: string }>()(),
    jobs: json<JobRun[]>()(),
    /** Passwords that wait to be hashed; from 100 on sign-ins are refused. */
    passwords_waiting: int({ required: true }),
    incidents: json<Incident[]>()(),
    /** Calls of the last hour that took more than a second, latest first, at most 10. */
    slow: json<{ message: string; time: string }[]>()(),
  },
});

/** The page of the system's state as an entity without a table. */
export const systemPage = {
  name: 'system_status',
  title: '系统状态',
  screen: systemScreen,
  label: 'version',
  fields: {},
  calls: { list: systemStatus },
} as const satisfies Entity;
