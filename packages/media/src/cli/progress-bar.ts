const WIDTH = 28;
const STEP = 0.1;

/** Where the bar is drawn: a terminal gets one line that changes, anything else a line for every tenth. */
export type Screen = { isTTY?: boolean; write(text: string): unknown };

/** Shows how far the work is, and how long it will still take. */
export function openProgressBar(screen: Screen, now = () => performance.now()) {
  const startedAt = now();
  let [told, wide] = [-1, 0];

  const line = (share: number, words: string) => {
    const filled = Math.round(share * WIDTH);
    const seconds = (now() - startedAt) / 1000;
    const left = share > 0.02 && share < 1 ? `，约剩 ${Math.ceil((seconds / share) * (1 - share))} 秒` : '';
    return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${Math.floor(share * 100)}% ${words}${left}`;
  };
  return {
    show(share: number, words: string): void {
      if (screen.isTTY) {
        const text = line(share, words);
        screen.write(`\r${text.padEnd(wide)}`);
        wide = Math.max(wide, text.length);
      } else if (share >= told + STEP || (share >= 1 && told < 1)) {
        told = share;
        screen.write(`${line(share, words)}\n`);
      }
    },
    /** Leaves the line, so that what is said next begins on one of its own. */
    end(): void {
      if (screen.isTTY && wide > 0) screen.write('\n');
    },
  };
}
