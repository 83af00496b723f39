const SETTLE_S = 4;

/** Bytes a second, smoothed so that the figure can be read; the first seconds count fully, not against zero. */
export function createSpeed(now: () => number = Date.now) {
  let [rate, weight, pending, last] = [0, 0, 0, now()];
  return {
    add(bytes: number): void {
      pending += bytes;
    },
    /** Call about twice a second. */
    tick(): number {
      const seconds = (now() - last) / 1000;
      if (seconds <= 0) return weight > 0 ? rate / weight : 0;
      const share = 1 - Math.exp(-seconds / SETTLE_S);
      rate += share * (pending / seconds - rate);
      weight += share * (1 - weight);
      pending = 0;
      last = now();
      return rate / weight;
    },
    reset(): void {
      [rate, weight, pending, last] = [0, 0, 0, now()];
    },
  };
}
