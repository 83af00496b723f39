import { create } from 'zustand';

/** What the generic input dialog says when its own message is not given. */
export const INVALID_INPUT = '输入的数据不合法';

type Text = { title: string; text?: string; ok_label?: string; cancel_label?: string; is_danger?: boolean };

/** `check` gives the message to show, or null when the value is right. */
export type InputBox = Text & {
  label: string;
  initial?: string;
  placeholder?: string;
  max_length?: number;
  pattern?: RegExp;
  check?: (value: string) => string | boolean | null;
  error_message?: string;
};

export type Box = (Text & { kind: 'alert' | 'confirm' }) | (InputBox & { kind: 'input' });
export type OpenBox = Box & { box_id: number; finish: (value: string | boolean | null) => void };

export const useBoxes = create<{ boxes: OpenBox[] }>(() => ({ boxes: [] }));

let last = 0;

/** Tells; one button, 知道了. */
export async function alertBox(box: Text): Promise<void> {
  await open({ kind: 'alert', ...box });
}

/** Asks; 确定 or 取消. */
export async function confirmBox(box: Text): Promise<boolean> {
  return (await open({ kind: 'confirm', ...box })) === true;
}

/** Asks for a line of text; null when the person gave up. */
export async function inputBox(box: InputBox): Promise<string | null> {
  const value = await open({ kind: 'input', ...box });
  return typeof value === 'string' ? value : null;
}

/** What is wrong with a value, or null. A pattern or a check that only says no gets the general sentence. */
export function inputProblem(
  value: string,
  { pattern, check, error_message = INVALID_INPUT }: InputBox,
): string | null {
  if (pattern && !pattern.test(value)) return error_message;
  const verdict = check?.(value) ?? null;
  if (verdict === false) return error_message;
  return typeof verdict === 'string' ? verdict : null;
}

function open(box: Box): Promise<string | boolean | null> {
  return new Promise((resolve) => {
    last += 1;
    const box_id = last;
    const finish = (value: string | boolean | null) => {
      useBoxes.setState(({ boxes }) => ({ boxes: boxes.filter((one) => one.box_id !== box_id) }));
      resolve(value);
    };
    useBoxes.setState(({ boxes }) => ({ boxes: [...boxes, { ...box, box_id, finish }] }));
  });
}
