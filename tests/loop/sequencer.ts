import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { orderVariable } from '../support/runVitest.ts';
import { estimateSeconds } from './testSeconds.ts';

/** Gives each shard about as much work (`--shard`), and runs files in the order that was asked for. */
export class Sequencer extends BaseSequencer {
  /** Runners share no record of times, so what a file takes is estimated of it alone: all have to come to the same shards. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard, root } = this.ctx.config;
    if (!shard) return files;
    const named = new Map(files.map((spec) => [relative(root, spec.moduleId), spec]));
    const weighed = [...named.keys()].map((name) => ({ name, seconds: estimateSeconds(root, name) }));
    return (shareOut(weighed, shard.count)[shard.index - 1] ?? []).flatMap((name) => named.get(name) ?? []);
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order: string[] = JSON.parse(process.env[orderVariable] ?? '[]');
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => order.indexOf(relative(this.ctx.config.root, moduleId));
    return order.length > 0 ? sorted.toSorted((one, other) => place(one) - place(other)) : sorted;
  }
}

/** Shares files out so that each part has about as much work, whatever order they come in. @returns the names of each part */
export function shareOut(files: readonly { name: string; seconds: number }[], parts: number): string[][] {
  const shares = Array.from({ length: parts }, () => ({ seconds: 0, names: [] as string[] }));
  for (const { name, seconds } of files.toSorted(dearestFirst)) {
    const lightest = shares.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    lightest.names.push(name);
    lightest.seconds += seconds;
  }
  return shares.map(({ names }) => names);
}

const dearestFirst = (one: { name: string; seconds: number }, other: { name: string; seconds: number }) =>
  other.seconds - one.seconds || (one.name < other.name ? -1 : 1);
