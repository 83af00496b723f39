/**
 * The JSON in what a model wrote: alone, between fences, or with talk around it. Undefined where none is whole. What it thought
 * aloud before is no answer.
 */
export function readJsonIn(text: string): unknown {
  const said = text.replace(/^\s*<think>.*?<\/think>/s, '').trim();
  const fenced = /```(?:json)?\s*(.*?)```/s.exec(said)?.[1];
  for (const candidate of [said, fenced, firstWhole(said)]) {
    const value = candidate === undefined ? undefined : parse(candidate);
    // A bare word or number between talk is no answer to anything.
    if (typeof value === 'object' && value !== null) return value;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first object or list that is closed again. */
function firstWhole(text: string): string | undefined {
  const from = text.search(/[{[]/);
  if (from < 0) return undefined;
  const { end } = walk(text, from);
  return end === null ? undefined : text.slice(from, end);
}

/** What can be read of an answer that is still being written; undefined before it begins. Unchecked: it may lack anything. */
export function readPartialJson(text: string): unknown {
  const from = text.search(/[{[]/);
  if (from < 0) return undefined;
  const { end, safe } = walk(text, from);
  if (end !== null) return parse(text.slice(from, end));
  return parse(text.slice(from, safe.at) + safe.open.toReversed().map(closing).join(''));
}

function closing(bracket: string): string {
  return bracket === '{' ? '}' : ']';
}

type Walk = {
  /** Behind the bracket that closes the first one; null while it is open. */
  end: number | null;
  /** The last place where everything that was begun could be closed, and what is open there. */
  safe: { at: number; open: string[] };
};

/** Goes through JSON from its first bracket. A text of a list or value of a field that is being written counts when it is whole. */
function walk(text: string, from: number): Walk {
  const open: string[] = [];
  let safe = { at: from + 1, open: [text[from] ?? ''] };
  let isText = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (isText) {
      if (char === '\\') at += 1;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{' || char === '[') {
      open.push(char);
      safe = { at: at + 1, open: [...open] };
    } else if (char === '}' || char === ']') {
      open.pop();
      if (open.length === 0) return { end: at + 1, safe };
      safe = { at: at + 1, open: [...open] };
    } else if (char === ',') safe = { at, open: [...open] };
  }
  return { end: null, safe };
}
