import type { VideoClip } from '@mixreel/contract';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import type { MixDesk } from '../document/desk.ts';
import { configOf } from './fit.ts';

/** Makes films of pictures in the shape of the mix; each becomes a candidate beside its picture when it is done. */
export async function animateClips({ mix }: MixDesk, clips: VideoClip[]): Promise<void> {
  const pictures = clips.filter(({ source_ms, shooting_id }) => source_ms === 0 && shooting_id !== null);
  const { ratio } = configOf(mix).picture;
  try {
    for (const { material_id, shooting_id } of pictures) {
      await call('animate.add', { project_id: mix.project_id, images: [{ material_id }], ratio, shooting_id });
    }
    const many = pictures.length > 1 ? `${pictures.length} 张图片` : '图片';
    showToast('success', `正在让${many}动起来，做好后自动加进镜头`);
  } catch {
    // Said by the request itself.
  }
}
