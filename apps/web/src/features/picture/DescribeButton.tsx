import { EyeOutlined } from '@ant-design/icons';
import type { Material } from '@mixreel/contract';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';

/** Long enough to see that something else stood there. */
const UNDO_MS = 10_000;

type Props = {
  project_id: string;
  engine: string;
  reference: Material | undefined;
  prompt: string;
  onUse: (prompt: string) => void;
};

/** Puts a picture into words: what is to be painted like it can be asked for by them. */
export function DescribeButton({ project_id, engine, reference, prompt, onUse }: Props) {
  const written = useRef(prompt);
  useEffect(() => {
    written.current = prompt;
  }, [prompt]);
  const describe = useSend('picture.describe');
  const run = async () => {
    if (!reference) return;
    const { material_id } = reference;
    const { prompts, engine_name, cost, note } = await describe.mutateAsync({
      project_id,
      engine,
      picture: { material_id },
    });
    const before = written.current;
    onUse(prompts[0] ?? before);
    const action = before.trim() === '' ? {} : { action: { label: '换回原来的', run: () => onUse(before) } };
    const words = note ?? `由「${engine_name}」描述${cost > 0 ? `，¥${cost.toFixed(2)}` : ''}`;
    showToast('success', words, { ms: UNDO_MS, ...action });
  };
  return (
    <Button
      size="small"
      type="text"
      icon={<EyeOutlined aria-hidden="true" />}
      disabled={!reference}
      title={reference ? '把第一张参考图写成描述' : '先选一张参考图'}
      loading={describe.isPending}
      onClick={() => {
        // Said by the request itself.
        run().catch(() => {});
      }}
    >
      看图写描述
    </Button>
  );
}
