import type { MATERIAL_SUB_TYPES, MATERIAL_TYPES } from '@mixreel/contract';
import { create } from 'zustand';

const MATERIAL_TABS = {
  original: '原始素材',
  finished: '成片',
  editing: '剪辑任务',
  script: '脚本管理',
} as const;

/** What the material library is showing. */
type MaterialView = {
  tab: keyof typeof MATERIAL_TABS;
  material_type: (typeof MATERIAL_TYPES)[number];
  material_sub_type: (typeof MATERIAL_SUB_TYPES)[number];
};

const FIRST: MaterialView = { tab: 'original', material_type: 'video', material_sub_type: 'shot_video' };

const useMaterialView = create<MaterialView>(() => FIRST);

/** After a change of space: the sub-type always, tab and type where the person is taken to the library. */
export function resetMaterialView({ tabs }: { tabs: boolean }): void {
  useMaterialView.setState(tabs ? FIRST : { material_sub_type: FIRST.material_sub_type });
}
