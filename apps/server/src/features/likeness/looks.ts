import { type LikenessChange, type MixConfig, type MixOverrides, resolveConfig } from '@mixreel/contract';
import type { App } from '#context.ts';
import { speechEngines } from '#features/ai/speech.ability.ts';
import { swappable } from '#features/candidate/arrange.ts';
import type { MixState } from '#features/candidate/choose.ts';
import { otherStyles } from '#features/candidate/other-styles.ts';
import { readMusic } from '#features/music/music.queries.ts';
import type { Look } from './stored-report.ts';

type Change = { kind: LikenessChange; sentence: string };

/** Another voice, music, caption style and order for a whole copy of a mix. */
export type PlannedLook = Look & { changes: Change[] };

/** Each look is a copy of the mix and a batch of its own: enough that a dozen videos do not all sound alike again. */
const LOOKS = 3;
const MUSIC_PAGE = { page_index: 1, page_size: 100 };

export const PLAIN_LOOK: PlannedLook = {
  config: {},
  order: null,
  changes: [],
};

/** Ways to change everything but the clips, as far as it is wanted and there is something else to take. */
export async function planLooks(app: App, state: MixState, wanted: LikenessChange[]): Promise<PlannedLook[]> {
  const config = configOf(state.document.mix);
  const voices = wanted.includes('voice') ? otherVoices(app, state, config) : [];
  const pieces = wanted.includes('music') ? await otherMusic(app, state.document.mix.space_id, config) : [];
  const styles = wanted.includes('caption') ? otherStyles(config) : [];
  const orders = wanted.includes('order') ? otherOrders(state) : [];
  const most = Math.min(LOOKS, Math.max(voices.length, pieces.length, styles.length, orders.length));
  return Array.from({ length: most }, (_, n): PlannedLook => {
    const [voice, piece, style, order] = [voices[n], pieces[n], styles[n], orders[n]];
    const changed: MixOverrides = {
      ...(voice && { voice: { voice_id: voice.voice_id, emotion: '' } }),
      ...(piece && { music: { music_id: piece.music_id, material_id: '', start_ms: 0 } }),
      ...(style && { caption: { style: { ...style.style, size: config.caption.style.size } } }),
    };
    const changes: (Change | false | undefined)[] = [
      order && { kind: 'order', sentence: order.sentence },
      voice && { kind: 'voice', sentence: `配音换成「${voice.voice_name}」` },
      piece && { kind: 'music', sentence: `音乐换成「${piece.title}」` },
      style && { kind: 'caption', sentence: `字幕样式换成「${style.name}」（观感不同，不影响重复度）` },
    ];
    return {
      config: changed,
      order: order?.order ?? null,
      changes: changes.filter((one) => one !== undefined && one !== false),
    };
  });
}

function configOf(mix: MixState['document']['mix']): MixConfig {
  return resolveConfig({ template: mix.template_config, project: mix.config });
}

/** Voices that speak the same language, those that sound most alike in kind first. */
function otherVoices(app: App, { heard }: MixState, { voice }: MixConfig) {
  if (![...heard.values()].some(({ request }) => request !== null)) return [];
  const engines = speechEngines(app).filter((engine) => engine.problem() === null);
  const all = engines.flatMap((engine) => engine.voices);
  const own = all.find(({ voice_id }) => voice_id === voice.voice_id);
  const others = all.filter(({ voice_id, language }) => voice_id !== voice.voice_id && language === own?.language);
  return preferring(others, [({ engine }) => engine === own?.engine, ({ gender }) => gender === own?.gender]);
}

async function otherMusic(app: App, space_id: string, { music }: MixConfig) {
  if (!music.music_id && !music.material_id) return [];
  const { items } = await readMusic(app, space_id, {}, MUSIC_PAGE);
  const own = items.find(({ music_id }) => music_id === music.music_id);
  const others = items.filter(({ music_id }) => music_id !== music.music_id);
  return preferring(others, [
    ({ category }) => category === own?.category,
    ({ moods }) => moods.some((mood) => own?.moods.includes(mood)),
  ]);
}

/** Two neighbours change places: never the first or the last shot, and none whose line leans on another. */
function otherOrders({ document: { shootings } }: MixState) {
  const ids = shootings.map(({ shooting_id }) => shooting_id);
  return swappable(shootings).map((n) => ({
    order: ids.with(n, ids[n + 1]!).with(n + 1, ids[n]!),
    sentence: `镜头 ${n + 1} 和镜头 ${n + 2} 对调（开头结尾不动，制作前请看看台词是否仍然通顺）`,
  }));
}

function preferring<T>(items: T[], tests: ((item: T) => boolean)[]): T[] {
  const rank = (item: T) => tests.filter((isLiked) => isLiked(item)).length;
  return items.toSorted((a, b) => rank(b) - rank(a));
}
