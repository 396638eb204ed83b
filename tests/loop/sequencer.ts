import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { orderVariable } from '../support/runVitest.ts';
import { secondsByLines } from './testSeconds.ts';

/** Gives each shard about as much work (`--shard`), and runs files in the order that was asked for. */
export class Sequencer extends BaseSequencer {
  /** Runners share no record of times, so what a file takes is estimated of it alone: all have to come to the same shards. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard, root } = this.ctx.config;
    if (!shard) return files;
    const weighed = files
      .map((spec) => ({
        spec,
        name: relative(root, spec.moduleId),
        seconds: secondsByLines(root, relative(root, spec.moduleId)),
      }))
      .toSorted((one, other) => other.seconds - one.seconds || (one.name < other.name ? -1 : 1));
    const shards = Array.from({ length: shard.count }, () => ({ seconds: 0, specs: [] as TestSpecification[] }));
    for (const { spec, seconds } of weighed) {
      const lightest = shards.reduce((one, other) => (other.seconds < one.seconds ? other : one));
      lightest.specs.push(spec);
      lightest.seconds += seconds;
    }
    return shards[shard.index - 1]?.specs ?? [];
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order: string[] = JSON.parse(process.env[orderVariable] ?? '[]');
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => order.indexOf(relative(this.ctx.config.root, moduleId));
    return order.length > 0 ? sorted.toSorted((one, other) => place(one) - place(other)) : sorted;
  }
}
