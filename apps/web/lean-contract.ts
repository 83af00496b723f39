import { calls } from '@mixreel/contract';
import type { Plugin } from 'vite';
import { callsIn, type Change, changed, type Node } from './syntax.ts';

/** The functions of the contract that make a call. */
const MAKERS = /^(get|getThatWrites|post|query|repeatable|stream)$/;
/** Schemas have names like a type's, and nothing else that is made by a call has. */
const SCHEMA = /^[A-Z]\w*[a-z]/;
/** What only the server and the documentation look at. */
const FOREIGN = ['output', 'details'];
/** Of what a call takes, pages ask only whether a space can be named (`inTabSpace`). */
const withTeam = new Set(calls.filter(({ input }) => 'team_id' in input.shape).map(({ path }) => path));

type Property = Node & { key: { name?: string }; value: Node };
type Text = Node & { value?: unknown };
type Declarator = Node & { id: { name?: string }; init: Node | null };
/** One that declares something, also as part of one that exports it. */
type Statement = { declaration?: Statement | null; declarations?: Declarator[] };

/**
 * Pages make calls and believe the answer: what goes and comes is checked by the server, and by types before. Left out here,
 * the schemas that nothing else uses are not in the pages, nor made anew in each that is opened.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    transform(code, id) {
      if (!/[\\/]packages[\\/]contract[\\/]src[\\/]/.test(id)) return null;
      const { body } = this.parse(code) as unknown as { body: Statement[] };
      const foreign = callsIn(body, MAKERS).flatMap(({ arguments: [path, options] }) =>
        propertiesOf(options).flatMap(({ key: { name = '' }, value: { start, end } }): Change[] => {
          if (FOREIGN.includes(name)) return [{ start, end, text: 'undefined' }];
          if (name !== 'input') return [];
          return [{ start, end, text: `{ shape: ${withTeam.has(textOf(path)) ? '{ team_id: true }' : '{}'} }` }];
        }),
      );
      const schemas = body.flatMap(declaratorsOf).flatMap(({ id, init }): Change[] => {
        if (init?.type !== 'CallExpression' || !SCHEMA.test(id.name ?? '')) return [];
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

/** The path of a call, which is written where the call is. */
function textOf(path: Text | undefined): string {
  if (typeof path?.value !== 'string') throw new Error('The path of a call is not written beside it');
  return path.value;
}

function declaratorsOf(statement: Statement): Declarator[] {
  return statement.declaration?.declarations ?? statement.declarations ?? [];
}
