import type { Outside } from '../../server/media/remote/outside.ts';

/**
 * The web for a server: a port of 127.0.0.1 under any name, and no other address, as the public web forbids private ones.
 * @param names what a name resolves to in its place, the first time, the second time …; the last answer stays
 */
export const outsideTo = (port: () => number, names = new Map<string, string[][]>()): Outside => ({
  resolve: async (name) => {
    const said = names.get(name) ?? [];
    const addresses = said.length > 1 ? said.shift() : said[0];
    return (addresses ?? ['127.0.0.1']).map((address) => ({ address, family: 4 }));
  },
  mayReach: (address, to) => address === '127.0.0.1' && to === port(),
  timeoutMs: 1500,
});
