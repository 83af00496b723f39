declare module 'music-tempo' {
  /** Throws when it finds no tempo. `tempo` is written with three decimals. */
  class MusicTempo {
    constructor(samples: Float32Array, options?: { maxTempo?: number });
    tempo: string;
    beats: number[];
  }
  export = MusicTempo;
}
