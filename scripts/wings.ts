/**
 * The wings of the house: which features stand together, the same on the server, in the contract and in the pages.
 * `check-arrows.ts` lets a feature use its own wing, the one beside it and those below.
 */
const WINGS = {
  /** Works through the same calls as people do. */
  automation: 'demo mcp agent',
  /** Whoever runs the installation or a team, and the first screen. */
  administration: 'admin member account home report start',
  /** How finished videos leave. */
  delivery: 'download draft likeness share',
  /** From lines and clips to finished videos. */
  making:
    'writer story translation mix shooting clip caption template wording standard cover candidate timeline artwork editor generate animate picture sheet clean face box',
  /** What videos are made of, and how it is found. */
  library: 'upload material analysis search sku dir',
  sound: 'voice audio music',
  /** What the wings above have in common. */
  services: 'file label taboo fact language ai document task proxy foreign accept',
  /** Who, in which space, on which project. */
  accounts: 'auth team project token',
} as const;

type Wing = keyof typeof WINGS;

/** Made from below: a finished video is delivered, and knows nothing of it. */
const MADE: Wing[][] = [
  ['automation', 'administration'],
  ['delivery'],
  ['making'],
  ['library', 'sound'],
  ['services'],
  ['accounts'],
];

/** Shown from above: the rooms where videos are made and the library both have the ways out at hand. */
const SHOWN: Wing[][] = [
  ['automation', 'administration'],
  ['making'],
  ['library', 'sound'],
  ['delivery'],
  ['services'],
  ['accounts'],
];

/** From top to bottom; wings on one level are neighbours. */
export const LEVELS: Record<string, Wing[][]> = {
  'apps/server': MADE,
  'packages/contract': MADE,
  'apps/web': SHOWN,
};

const wings = new Map(
  (Object.keys(WINGS) as Wing[]).flatMap((wing) => WINGS[wing].split(' ').map((feature) => [feature, wing] as const)),
);

export function wingOf(feature: string): Wing | undefined {
  return wings.get(feature);
}
