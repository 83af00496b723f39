import type { Plugin } from 'vite';
import { callsIn, type Change, changed, type Node } from './syntax.ts';

/** The functions of the contract that make a call. */
const MAKERS = /^(get|getThatWrites|post|query|repeatable|stream)$/;
/** What only the server and the documentation look at. */
const FOREIGN = ['output', 'details'];

type Property = Node & { key: { name?: string }; value: Node };
type Declarator = Node & { init: Node | null };
/** One that declares something, also as part of one that exports it. */
type Statement = { declaration?: Statement | null; declarations?: Declarator[] };

/**
 * Pages make calls and believe the answer: what it holds is checked by the server. Left out here, the schemas of answers,
 * which nothing else uses, are not in the pages, nor made anew in each that is opened.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    transform(code, id) {
      if (!/[\\/]packages[\\/]contract[\\/]src[\\/]/.test(id)) return null;
      const { body } = this.parse(code) as unknown as { body: Statement[] };
      const foreign = callsIn(body, MAKERS).flatMap(({ arguments: [, options] }) =>
        propertiesOf(options)
          .filter(({ key }) => FOREIGN.includes(key.name ?? ''))
          .map(({ value: { start, end } }): Change => ({ start, end, text: 'undefined' })),
      );
      const schemas = body.flatMap(declaratorsOf).flatMap(({ init }): Change[] => {
        if (!init || !isSchema(init)) return [];
        const { start, end } = init;
        return [
          { start, end: start, text: '/*#__PURE__*/(() => ' },
          { start: end, end, text: ')()' },
        ];
      });
      return changed(code, [...foreign, ...schemas]);
    },
  };
}

function propertiesOf(options: Node | undefined): Property[] {
  return options?.type === 'ObjectExpression' ? (options as Node & { properties: Property[] }).properties : [];
}

function declaratorsOf(statement: Statement): Declarator[] {
  return statement.declaration?.declarations ?? statement.declarations ?? [];
}

/** Made by zod, or of a schema, which has a name like a type's. */
function isSchema(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  let root: Node & { callee?: Node; object?: Node; name?: string } = node;
  while (root.callee ?? root.object) root = (root.callee ?? root.object) as typeof root;
  return /^z$|^[A-Z]\w*[a-z]/.test(root.name ?? '');
}
