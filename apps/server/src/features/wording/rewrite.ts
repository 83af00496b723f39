import { isKept } from './guard.ts';
import { LIKE_WORDS } from './like-words.ts';

const words = new Intl.Segmenter('zh', { granularity: 'word' });
const LIKE = new Map(LIKE_WORDS.flatMap((group) => group.map((word) => [word, group.filter((one) => one !== word)])));
const LONGEST = Math.max(...Array.from(LIKE.keys(), (word) => word.length));
const KEPT = '[\\ue000-\\uf8fe]';

/** Everything that one step can make of a guarded line. */
export function steps(text: string): string[] {
  return [...swaps(text), ...turnLists(text), ...turnClauses(text), ...frames(text)];
}

/** One word for another that means the same, where it stands as a word. */
function swaps(text: string): string[] {
  const edges = new Set([0, text.length]);
  for (const { index, segment } of words.segment(text)) edges.add(index).add(index + segment.length);
  const found: string[] = [];
  for (const from of edges) {
    for (let length = Math.min(LONGEST, text.length - from); length >= 2; length -= 1) {
      if (!edges.has(from + length)) continue;
      for (const other of LIKE.get(text.slice(from, from + length)) ?? []) {
        found.push(text.slice(0, from) + other + text.slice(from + length));
      }
    }
  }
  return found;
}

/** Things that are listed stand in any order: the first comes last. Numbers count, and stay in theirs. */
function turnLists(text: string): string[] {
  const list = /[^，。！？；：、,.!?;:]{1,6}(?:、[^，。！？；：、,.!?;:]{1,6})+/gu;
  const found = [...text.matchAll(list)].map(([all]) => all).filter((all) => !/[和与及等的\ue000-\uf8fe]/u.test(all));
  const turned = found.flatMap((all) => {
    const parts = all.split('、');
    return [parts.toReversed(), [...parts.slice(1), parts[0]!]].map((order) => text.replace(all, order.join('、')));
  });
  const doubled = [
    ...text.matchAll(/([加配放兑])(\p{Script=Han}{1,2})\1(\p{Script=Han}{1,2})(?=[，。！？、]|$)/gu),
  ].map(([all, verb, a, b]) => text.replace(all, `${verb}${b}${verb}${a}`));
  return [...turned, ...doubled];
}

/** What leans on the clause before it cannot go first, and what opens a sentence cannot go last. */
const LEANS = /^(?:就|还|也|都|才|又|再|却|而|但|不过|所以|因此|并|于是|然后|这|那|它|他|她|让|使|令|其|更|连|随|即)/u;
const OPENS =
  /^(?:有了|如果|要是|假如|虽然|尽管|因为|由于|只要|只有|不管|无论|不但|不仅|不光|除了|为了|当|每当|想|自从|先|早|赶)/u;

/** Two clauses that stand by themselves change places. */
function turnClauses(text: string): string[] {
  const found = /^([^，。！？；,!?;]{2,})[，,]([^，。！？；,!?;]{2,})([。！!]?)$/u.exec(text);
  if (!found) return [];
  const [, first, second, end] = found as unknown as [string, string, string, string];
  if (LEANS.test(second) || OPENS.test(first) || /[它她他这那吗呢吧]/u.test(second)) return [];
  return [`${second}，${first}${end}`];
}

type Frame = [pattern: RegExp, ...made: string[]];

const FRAMES: Frame[] = [
  // An offer and the call to take it.
  [
    new RegExp(`^(?:现在|马上|今天|立即|赶紧|这就)?(?:下单|购买|拍下|抢购|入手)[，,]?(${KEPT})([！!。]?)$`, 'u'),
    '看中就拍，$1$2',
    '$1，喜欢就带走$2',
    '想要的别犹豫，$1$2',
    '好价别错过，$1$2',
    '拍下就享$1$2',
  ],
  [/^(?:现在|马上|立即|赶紧|这就|快)?(?:下单|购买)吧?([！!。]?)$/u, '看中就拍吧$1', '喜欢就带走$1', '想要就别犹豫$1'],
  [/现在(下单|购买)/u, '马上$1', '这就$1'],
  // The product comes on.
  [
    new RegExp(`(?:^|(?<=[，。！？]))(?:试试|有了|就选|认准|来点|选择|推荐)(${KEPT})`, 'u'),
    '试试$1',
    '就选$1',
    '来认识$1',
    '交给$1',
  ],
  [new RegExp(`^(?:试试|就选|认准|来点|选择)(${KEPT})`, 'u'), '有了$1'],
  // How long, how much.
  [new RegExp(`只要(?=${KEPT})`, 'u'), '只需', '不过'],
  [new RegExp(`只需(?=${KEPT})`, 'u'), '只要'],
  [new RegExp(`^([^，]*?)(${KEPT})就能(\\p{Script=Han}{2,6})([。！]?)$`, 'u'), '$1想$3，$2就行$4'],
  [new RegExp(`([冲泡做煮敷洗擦])(${KEPT})只[要需](${KEPT})`, 'u'), '$3$1好$2', '$3就$1$2'],
  // Ways of putting it.
  [/既(\p{Script=Han}{1,4})又/u, '又$1又', '$1还'],
  [/又(\p{Script=Han}{1,3})又(?=\p{Script=Han})/u, '既$1又', '$1还'],
  [/怎么(\p{Script=Han})都/u, '不管怎么$1都', '$1成什么样都'],
  [/告别(\p{Script=Han}{2,5})(?=[，。！]|$)/u, '跟$1说再见', '不再$1'],
  [/跟(\p{Script=Han}{2,5})说再见/u, '告别$1'],
  [/让(你|您)/u, '帮$1'],
  [/想(\p{Script=Han})(\p{Script=Han}{2})还是(\p{Script=Han}{2})/u, '$2还是$3，想$1哪个', '不管想$1$3还是$2'],
  [/随(?:你|您)心情来?/u, '看你心情', '全凭你喜好'],
  [/走到哪(\p{Script=Han})到哪/u, '去哪都能$1', '到哪儿都能$1上'],
  [/不用再?(\p{Script=Han}{2,4})(?=[，。！]|$)/u, '省得$1', '免去$1'],
  [/^是不是(也)?/u, '有没有$1'],
  [/([^，。]{2,})都花在(\p{Script=Han}{2,4})上/u, '$2占掉了$1'],
];

function frames(text: string): string[] {
  return FRAMES.flatMap(([pattern, ...made]) =>
    pattern.test(text) ? made.map((to) => text.replace(pattern, to)) : [],
  ).filter((changed) => changed !== text);
}

const QUESTIONS = ['你是不是也这样，', '说真的，', '有没有发现，', '问一句，'];
const STATEMENTS = ['说真的，', '告诉你，', '你看，', '听我的，', '别说，'];

/** Ways to begin: they make a line another one only together with other changes. */
export function openings(text: string): string[] {
  if (/^(?:你|说|告诉|听|别|问|有没有)|真的/u.test(text)) return [];
  const list = /[？?]$/u.test(text) ? QUESTIONS : STATEMENTS;
  return list.map((opening) => opening + text);
}

/** Whether a line says anything that rules can hold on to. */
export function hasWords(text: string): boolean {
  return Array.from(text).filter((sign) => !isKept(sign) && /\p{Script=Han}/u.test(sign)).length >= 2;
}
