/** `filter('scale', { w: 1080, h: 1920 })` gives `scale=w=1080:h=1920`. */
export function filter(name: string, options: Record<string, string | number> = {}): string {
  const pairs = Object.entries(options).map(([key, value]) => `${key}=${escapeValue(String(value))}`);
  return pairs.length === 0 ? name : `${name}=${pairs.join(':')}`;
}

/** `chain(['0:v'], ['hflip'], 'v0')` gives `[0:v]hflip[v0]`. */
export function chain(inputs: string[], filters: string[], ...outputs: string[]): string {
  return `${brackets(inputs)}${filters.join(',')}${brackets(outputs)}`;
}

/**
 * ffmpeg reads a value twice: the filter splits options at ':', then the graph splits filters at ',' and ';'.
 * Escaping for only one of the two passes works until a caption holds a colon.
 */
function escapeValue(value: string): string {
  const forFilter = value.replace(/[\\':]/g, '\\$&');
  return forFilter.replace(/[\\'[\],;]/g, '\\$&');
}

/** A number as ffmpeg takes it: six decimals at most, never in exponent form. */
export function decimal(value: number): string {
  return String(Number(value.toFixed(6)));
}

function brackets(pads: string[]): string {
  return pads.map((pad) => `[${pad}]`).join('');
}
