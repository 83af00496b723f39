/** How often an open page sends what is done in it and shows what others do. Whoever measures documents keeps to it, too. */
export const PACE = {
  /** What is done is sent so long after, behind the frame that shows it, … */
  show_ms: 30,
  /** … and so long after what was sent before: letters typed one after another go together. */
  gather_ms: 100,
  /** What others do is shown this often: nobody sees them letter by letter, and own letters need the page more. */
  hear_ms: 100,
} as const;
