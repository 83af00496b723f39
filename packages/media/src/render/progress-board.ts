/** Where those who make parts report, and those who wait for parts look. */
export type ProgressBoard = {
  /** Says how many frames of a part in the making exist. */
  report(name: string, frames: number): void;
  /** Follows some of the parts: `onProgress` gets the share of `total` frames that exist, never a smaller one than before. */
  follow(total: number, onProgress: ((share: number) => void) | undefined): Follower;
};

/** One who waits: names the parts, says when one is there, and stops in the end. */
export type Follower = { expect(name: string): void; finish(name: string, frames: number): void; stop(): void };

/** Opens a board; variants that share a part all see it grow, whoever asked for it first. */
export function openProgressBoard(): ProgressBoard {
  const making = new Map<string, number>();
  const watchers = new Set<(name: string) => void>();

  return {
    report(name, frames) {
      making.set(name, frames);
      watchers.forEach((watch) => watch(name));
    },
    follow(total, onProgress) {
      const open = new Set<string>();
      let [done, told] = [0, 0];
      const tell = () => {
        const growing = [...open].reduce((sum, name) => sum + (making.get(name) ?? 0), 0);
        const share = Math.min(1, (done + growing) / total);
        if (share > told) onProgress?.((told = share));
      };
      const watch = (name: string) => {
        if (open.has(name)) tell();
      };
      watchers.add(watch);
      return {
        expect: (name) => open.add(name),
        finish(name, frames) {
          open.delete(name);
          making.delete(name);
          done += frames;
          tell();
        },
        stop: () => watchers.delete(watch),
      };
    },
  };
}
