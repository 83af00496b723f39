type Attributes = Record<string, string | number | undefined>;

/** Frames as a rational number of seconds. */
export function at(frames: number, fps: number): string {
  return frames === 0 ? '0s' : `${frames}/${fps}s`;
}

export function element(name: string, attributes: Attributes, children: string[] = []): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('');
  if (children.length === 0) return `<${name}${written}/>`;
  return `<${name}${written}>\n${children.map((child) => child.replace(/^/gm, '  ')).join('\n')}\n</${name}>`;
}

/** As text or as the value of an attribute. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
