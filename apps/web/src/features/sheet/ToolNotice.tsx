import { FILL_IN_PACK, POINT_OUT_PACK } from '#features/ai/packs.ts';
import { PreparingNotice } from '#features/ai/PreparingNotice.tsx';
import { showToast } from '#lib/toast.ts';
import { type Tool, useStudioState } from './studio.ts';

const NEEDS: Partial<Record<Tool, { pack: readonly [string, string]; tool: string; meanwhile?: string }>> = {
  erase: { pack: FILL_IN_PACK, tool: '消除笔' },
  pick: { pack: POINT_OUT_PACK, tool: '点选抠图', meanwhile: '没有它，点一下只能抠出单独立着的东西。' },
};

const MEANWHILE = '准备好之前可以先用蒙版画笔和套索。';

/** What the tool in hand needs and this machine has not got yet. */
export function ToolNotice() {
  const tool = useStudioState((state) => state.tool);
  const canEdit = useStudioState((state) => state.can_edit);
  const need = canEdit ? NEEDS[tool] : undefined;
  if (!need) return null;
  const [pack, name] = need.pack;
  return (
    <PreparingNotice
      key={pack}
      pack={pack}
      name={`${need.tool}要用的${name}`}
      meanwhile={need.meanwhile ?? MEANWHILE}
      onReady={() => showToast('success', `${need.tool}可以用了`)}
    />
  );
}
