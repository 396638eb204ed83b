import { get, post } from '../call.ts';
import type { Entity } from '../entity.ts';
import { flag, int, json, text, time } from '../fields.ts';

export type BackupState = 'waiting' | 'running' | 'done' | 'failed';
export type BackupError = 'cut_off' | 'disk_room' | 'disk_full' | 'folder' | 'passphrase' | 'other';

/** A backup on the server's disk. It is `done` once all of it was read again and found whole. */
export interface BackupRow {
  id: number;
  state: BackupState;
  name: string;
  /** In bytes; while it is made, what is written so far. */
  size: number;
  rows: number;
  files: number;
  /** Sealed under the passphrase. */
  secrets: number;
  /** Secrets that stayed out, without a passphrase. */
  left_out: number;
  /** Files in a bucket, which stay there. */
  in_bucket: number;
  /** While it is made: `write` or `verify`. */
  phase: string;
  error: BackupError | '';
  scheduled: 0 | 1;
  username: string;
  nickname?: string;
  create_time: string;
  end_time: string;
  /** The machine that it was made on. */
  host: string;
  /** The process that answers reaches its file. */
  is_here: 0 | 1;
}

export const backupScreen = '/backup';
const shared = { extension: 'backups', screen: backupScreen } as const;

/** Latest first, at most 200. */
export const listBackups = get('base.Backup/list', {
  ...shared,
  title: '备份列表',
  returns: {
    backups: json<BackupRow[]>()(),
    /** Whether there is a schedule, in which time zone, and when the next backup is due. */
    is_on: flag(),
    zone: text(60),
    next: time(),
    /** Whether one by schedule begins within seconds. */
    is_due: flag(),
    has_passphrase: flag(),
    /** Bytes of the disk with the backups. */
    free: int({ required: true }),
  },
});

/** Begins a backup, and answers at once. */
export const createBackup = post('base.Backup/create', {
  ...shared,
  title: '立即备份',
  writes: true,
  confirmed: 'always',
  returns: { id: int({ required: true }) },
});

export const deleteBackup = post('base.Backup/delete', {
  ...shared,
  title: '删除备份',
  writes: true,
  confirmed: 'always',
  params: { id: int({ required: true, min: 1 }) },
});

/** A backup has everything, password hashes too. */
export const downloadBackup = post('base.Backup/download', {
  ...shared,
  title: '下载备份',
  file: true,
  confirmed: 'always',
  timeoutMs: 3_600_000,
  params: { id: int({ required: true, min: 1 }) },
});

/** The page of backups as an entity without a table. */
export const backupPage = {
  name: 'backup',
  title: '备份',
  screen: backupScreen,
  label: 'name',
  fields: {},
  calls: { list: listBackups },
} as const satisfies Entity;
