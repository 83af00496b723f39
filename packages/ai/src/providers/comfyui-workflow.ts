import { dig, isRecord } from '#providers/ask.ts';

/** What may be filled in, and what it is called where a person is told of it. */
export const WORKFLOW_MARKS = {
  prompt: '画面描述',
  negative: '不想要的',
  width: '宽',
  height: '高',
  count: '张数',
  seed: '种子',
} as const;
export type WorkflowMark = keyof typeof WORKFLOW_MARKS;
/** Without these, what a person sets on the page would mean nothing. */
const NEEDED: WorkflowMark[] = ['prompt', 'width', 'height'];
const NUMBERS: WorkflowMark[] = ['width', 'height', 'count', 'seed'];

/** A workflow in ComfyUI's API format: nodes by their numbers. */
export type Workflow = Record<string, unknown>;
/** Where something is filled in. */
export type MarkedInput = { mark: WorkflowMark; node: string; class_type: string; input: string };
export type ReadWorkflow = { marks: MarkedInput[]; problem: string | null };

export const NO_WORKFLOW = '还没有工作流：请管理员到「管理 › AI 引擎」里贴上';

type Node = { node: string; class_type: string; inputs: Record<string, unknown> };

const ALL_MARKS = Object.keys(WORKFLOW_MARKS)
  .map((mark) => `{{${mark}}}`)
  .join('、');
const HOW_TO_EXPORT = '请在 ComfyUI 里用「导出（API）」存成 API 格式（旧版要先在设置里打开开发者模式）再贴';

/** The text that somebody pasted as a workflow, or why it is none, in words. */
export function parseWorkflow(
  text: string,
): { workflow: Workflow; problem: null } | { workflow: null; problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) {
      // Copied from a request to ComfyUI, it is one field of that.
      return { workflow: isRecord(value['prompt']) ? value['prompt'] : value, problem: null };
    }
    return { workflow: null, problem: `这不是工作流，${HOW_TO_EXPORT}` };
  } catch (error) {
    const [, line] = /line (\d+)/.exec(String(error)) ?? [];
    return { workflow: null, problem: `这不是完整的 JSON${line ? `，第 ${line} 行读不下去` : ''}：请整个复制后再贴` };
  }
}

/** What is marked in a workflow, and what keeps it from being run, in words. */
export function readWorkflow(workflow: Workflow): ReadWorkflow {
  const problem = formProblem(workflow);
  if (problem) return { marks: [], problem };
  const nodes = nodesOf(workflow);
  const found = nodes.flatMap(marksIn);
  const strange = found.find(({ mark }) => !Object.hasOwn(WORKFLOW_MARKS, mark));
  const marks = found.filter((one): one is MarkedInput => Object.hasOwn(WORKFLOW_MARKS, one.mark));
  if (strange) return { marks, problem: `${placeOf(strange)}里的 {{${strange.mark}}} 不认识，可以用 ${ALL_MARKS}` };
  const mixed = marks.find((one) => NUMBERS.includes(one.mark) && !isAlone(workflow, one));
  if (mixed) return { marks, problem: `${placeOf(mixed)}里应该只写 {{${mixed.mark}}}，不能和别的字写在一起` };
  const missing = NEEDED.filter((mark) => !marks.some((one) => one.mark === mark));
  if (missing.length > 0) {
    const names = missing.map((mark) => `{{${mark}}}（${WORKFLOW_MARKS[mark]}）`).join('、');
    return { marks, problem: `还没有标出 ${names}：把节点里对应的值换成它，或点「自动标出」` };
  }
  return { marks, problem: null };
}

function formProblem(workflow: Workflow): string | null {
  if (Array.isArray(workflow['nodes'])) return `这是 ComfyUI 的界面格式，不能直接运行，${HOW_TO_EXPORT}`;
  const entries = Object.entries(workflow);
  if (entries.length === 0) return `工作流是空的，${HOW_TO_EXPORT}`;
  const odd = entries.find(([, node]) => typeof dig(node, 'class_type') !== 'string' || !isRecord(dig(node, 'inputs')));
  if (odd) return `「${odd[0]}」不是一个节点（没有 class_type 和 inputs），${HOW_TO_EXPORT}`;
  const loose = nodesOf(workflow).flatMap(({ node, class_type, inputs }) =>
    Object.entries(inputs).flatMap(([input, value]) => {
      const from = linkOf(value);
      return from !== null && !Object.hasOwn(workflow, from) ? [{ node, class_type, input, from }] : [];
    }),
  )[0];
  if (loose) return `${placeOf(loose)}连着节点 ${loose.from}，但里面没有这个节点：请整个复制后再贴`;
  const hasEnd = nodesOf(workflow).some(({ class_type }) => /save|output/i.test(class_type));
  return hasEnd ? null : '没有保存图片的节点：请加一个 SaveImage 再导出';
}

/**
 * The same workflow with marks where they usually belong: the texts that lead to a sampler's positive and negative, its seed, and
 * the size of the empty picture. What is marked already stays.
 */
export function markWorkflow(workflow: Workflow): Workflow {
  if (formProblem(workflow)) return workflow;
  const marked = structuredClone(workflow);
  const nodes = new Map(nodesOf(marked).map((one) => [one.node, one]));
  for (const { inputs } of nodes.values()) {
    for (const [input, mark] of [
      ['positive', 'prompt'],
      ['negative', 'negative'],
    ] as const) {
      const holder = textBehind(nodes, linkOf(inputs[input]));
      if (holder && !String(holder.inputs[holder.input]).includes('{{')) holder.inputs[holder.input] = `{{${mark}}}`;
    }
    for (const seed of ['seed', 'noise_seed']) if (typeof inputs[seed] === 'number') inputs[seed] = '{{seed}}';
    const isEmptyPicture = ['width', 'height', 'batch_size'].every((name) => typeof inputs[name] === 'number');
    if (isEmptyPicture) Object.assign(inputs, { width: '{{width}}', height: '{{height}}', batch_size: '{{count}}' });
  }
  return marked;
}

const STEPS_MOST = 20;

/** The node that holds the words which a link leads to, whatever lies between. */
function textBehind(nodes: Map<string, Node>, from: string | null) {
  let at = from;
  for (let n = 0; at !== null && n < STEPS_MOST; n += 1) {
    const inputs = nodes.get(at)?.inputs ?? {};
    const input = ['text', 'prompt', 'value', 'string', 't5xxl'].find((name) => typeof inputs[name] === 'string');
    if (input) return { inputs, input };
    const next = ['text', 'conditioning', 'positive', 'prompt'].map((name) => linkOf(inputs[name])).find(Boolean);
    at = next ?? null;
  }
  return null;
}

type Found = { mark: string; node: string; class_type: string; input: string };

function marksIn({ node, class_type, inputs }: Node): Found[] {
  return Object.entries(inputs).flatMap(([input, value]) =>
    typeof value === 'string'
      ? Array.from(value.matchAll(/\{\{\s*(\w+)\s*\}\}/g), ([, mark = '']) => ({ mark, node, class_type, input }))
      : [],
  );
}

function isAlone(workflow: Workflow, { node, input, mark }: MarkedInput): boolean {
  return new RegExp(`^\\{\\{\\s*${mark}\\s*\\}\\}$`).test(String(dig(workflow, node, 'inputs', input)));
}

function nodesOf(workflow: Workflow): Node[] {
  return Object.entries(workflow).map(([node, value]) => ({
    node,
    class_type: String(dig(value, 'class_type')),
    inputs: dig(value, 'inputs') as Record<string, unknown>,
  }));
}

/** The number of the node that a value comes from; null where it stands there itself. */
function linkOf(value: unknown): string | null {
  return Array.isArray(value) && value.length === 2 && typeof value[1] === 'number' ? String(value[0]) : null;
}

function placeOf({ node, class_type, input }: { node: string; class_type: string; input: string }): string {
  return `节点 ${node}（${class_type}）的 ${input} `;
}
