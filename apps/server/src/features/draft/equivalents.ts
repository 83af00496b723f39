import { TRANSITIONS, type DraftProfile, type TimelineCut } from '@mixreel/contract';
import { FILTERS } from '@mixreel/media';

type Effect = { name: string; resource_id: string; effect_id: string; is_overlap: boolean };
type Kind = keyof typeof TRANSITIONS;

const jianying = (name: string, resource_id: string, effect_id: string, is_overlap = true): Effect => ({
  name,
  resource_id,
  effect_id,
  is_overlap,
});

const DISSOLVE = jianying('叠化', '6724845717472416269', '322577');
const MIX = jianying('Mix', '6724845717472416269', 'CE454E9E-9C57-43c5-9E80-B46A6A495D10');

/** Free transitions of JianYing; the program fetches them by their number. */
const JIANYING: Partial<Record<Kind, Effect>> = {
  fade: DISSOLVE,
  'slide-left': jianying('左移', '6726711499676455435', '2917286'),
  'slide-right': jianying('右移', '6726711296063967748', '2917287'),
  'slide-up': jianying('上移', '6724846395116753416', '2917279'),
  'slide-down': jianying('下移', '6724849276100284942', '2917280'),
  'wipe-left': jianying('向左擦除', '6724849999336706573', '2917283'),
  'wipe-right': jianying('向右擦除', '6724849898857959950', '2917284'),
  'wipe-up': jianying('向上擦除', '6724849456891564557', '2917281'),
  'wipe-down': jianying('向下擦除', '6724849752921346573', '2917282'),
  zoom: jianying('推近', '6724226861666144779', '359359', false),
  circle: jianying('圆形遮罩', '6725767129519362573', '2916676'),
};

/** CapCut has other numbers for the same ones, and not all of them. */
const CAPCUT: Partial<Record<Kind, Effect>> = {
  fade: MIX,
  'slide-left': jianying('Left', '6726711499676455435', '9CA0C177-8A1D-410c-9D37-7F6606CD5BB5', false),
  'slide-right': jianying('Right', '6726711296063967748', 'C10E8EAA-41F8-49c4-86CE-BB4D65449A2C'),
  'slide-up': jianying('Up', '6724846395116753416', '19845B95-29A4-46a4-9E8D-9863FBA84E01', false),
  'wipe-left': jianying('Wipe Left', '6724849999336706573', '954E4D5A-40DF-4b87-B4AA-F68DBA2657FA', false),
  'wipe-right': jianying('Wipe Right', '6724849898857959950', '0CF8046E-31BD-4b4e-94D0-13050511EE07', false),
  'wipe-up': jianying('Wipe Up', '6724849456891564557', '07E81171-A3FE-42e7-B4CD-E44CC367D61D'),
  zoom: jianying('Pull in', '6724226861666144779', 'E27206B3-FFA0-4ea4-B6E7-44350CED4574', false),
};

/** What stands for a transition of ours in that program; where it has none like it, a dissolve, and a note. */
export function transitionFor(profile: DraftProfile, kind: Kind): { effect: Effect; note: string | null } {
  const isCapcut = profile === 'capcut';
  const effect = (isCapcut ? CAPCUT : JIANYING)[kind];
  if (effect) return { effect, note: null };
  return {
    effect: isCapcut ? MIX : DISSOLVE,
    note: `转场「${TRANSITIONS[kind]}」没有对应的效果，已换成「${isCapcut ? 'Mix（叠化）' : '叠化'}」`,
  };
}

/** Free filters of JianYing that are meant for the same; number and resource are one there. */
const JIANYING_FILTERS: Record<string, { name: string; resource_id: string }> = {
  natural: { name: '自然', resource_id: '7127821314198342943' },
  hd: { name: '清晰', resource_id: '7127621434230213924' },
  'food-warm': { name: '暖食', resource_id: '7127653100269210916' },
  'food-japan': { name: '料理', resource_id: '7127656350833806622' },
  fair: { name: '白皙', resource_id: '7127668617147141413' },
  cream: { name: '奶油', resource_id: '7127618513048571173' },
  rosy: { name: '气色', resource_id: '7127681015732014350' },
  forest: { name: '林间', resource_id: '7127663793827564808' },
  sunset: { name: '落日', resource_id: '7166494058305670432' },
  metal: { name: '金属', resource_id: '7127654151688949000' },
  'hong-kong': { name: '港风', resource_id: '7127830945243090184' },
  faded: { name: '褪色', resource_id: '7127668404764380447' },
  'teal-orange': { name: '青橙', resource_id: '7127615575865478430' },
  mono: { name: '默片', resource_id: '7127655037026848031' },
  cyber: { name: '赛博朋克', resource_id: '7127657979838516494' },
};

const SLIDERS = {
  brightness: '亮度',
  contrast: '对比度',
  saturation: '饱和度',
  temperature: '色温',
  sharpness: '锐度',
};

/** What stands for a look of ours in that program, and in words what does not. */
export function filterFor(
  profile: DraftProfile,
  { filter_key, strength, ...sliders }: TimelineCut['filter'],
): { filter: { name: string; resource_id: string; value: number } | null; notes: string[] } {
  const ours = FILTERS.find(({ key }) => key === filter_key);
  const theirs = profile === 'capcut' ? undefined : JIANYING_FILTERS[filter_key];
  const moved = Object.entries(SLIDERS).flatMap(([key, name]) => {
    const value = sliders[key as keyof typeof SLIDERS];
    return value === 0 ? [] : [`${name} ${value > 0 ? '+' : ''}${value}`];
  });
  const notes = [
    ...(ours && !theirs ? [`滤镜「${ours.name}」没有对应的效果，请在剪辑软件里另选`] : []),
    ...(ours && theirs ? [`滤镜「${ours.name}」换成了剪映的「${theirs.name}」，观感会略有不同`] : []),
    ...(moved.length > 0 ? [`调节（${moved.join('、')}）没有带入，请在剪辑软件里设置`] : []),
  ];
  return { filter: ours && theirs ? { ...theirs, value: strength / 100 } : null, notes };
}

/** Fonts of JianYing that look like ours; without one the program takes its own. */
export const JIANYING_FONTS: Record<string, { id: string; name: string }> = {
  kuaile: { id: '6740499472523989512', name: '快乐体' },
  xiaowei: { id: '7265594602311127607', name: '小薇体' },
};
