import { CUT_OUT_PACK, FILL_IN_PACK } from '#features/ai/packs.ts';
import { PreparingNotice } from '#features/ai/PreparingNotice.tsx';
import { showToast } from '#lib/toast.ts';
import { type Tool, useStudioState } from './studio.ts';

const NEEDS: Partial<Record<Tool, { pack: readonly [string, string]; tool: string }>> = {
  erase: { pack: FILL_IN_PACK, tool: '消除笔' },
  pick: { pack: CUT_OUT_PACK, tool: '点选抠图' },
};

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
      meanwhile="准备好之前可以先用蒙版画笔和套索。"
      onReady={() => showToast('success', `${need.tool}可以用了`)}
    />
  );
}
