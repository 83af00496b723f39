/** A node of a syntax tree, as far as our plugins look into it. */
export type Node = { type: string; start: number; end: number };
type Call = Node & { callee: Node & { name?: string }; arguments: Node[] };

/** Every node below this one, and itself. */
function* nodesIn(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node) yield node as Node;
  for (const value of Object.values(node)) yield* nodesIn(value);
}

/** Calls of functions with such a name. */
export function callsIn(tree: unknown, name: RegExp): Call[] {
  return [...nodesIn(tree)].filter(
    (node): node is Call => node.type === 'CallExpression' && name.test((node as Call).callee.name ?? ''),
  );
}

export type Change = { start: number; end: number; text: string };

/** The code with these places changed; none of them overlaps another. */
export function changed(code: string, changes: Change[]): string {
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code);
}
