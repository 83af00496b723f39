/* oxlint-disable no-console -- the specification sends these to the console and nowhere else. */

/** What went wrong and needs nobody's attention now. */
export function logProblem(text: string, ...details: unknown[]): void {
  console.warn(text, ...details);
}

/** What a developer must see. */
export function logError(text: string, ...details: unknown[]): void {
  console.error(text, ...details);
}
