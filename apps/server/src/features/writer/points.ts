/** What a selling point is about: that decides how it is led in and what is shown meanwhile. */
export type PointKind = 'free' | 'fast' | 'made' | 'size' | 'care' | 'can' | 'other';

const SIGNS: [PointKind, RegExp][] = [
  ['care', /质保|保修|包换|包退|退货|换新|售后|上门|退款|赔|客服|一对一|专人|返工|复查|陪|可退/u],
  ['free', /^(?:0|零|无|不含|不加|不用|免|没有|不添加)|(?:0|零|无)(?:添加|蔗糖|糖|脂|防腐)|不含/u],
  [
    'fast',
    /[\d一二两三四五六七八九十半几]+\s*(?:秒|分钟|小时)(?:内|就|出|到|送|冲|煮|泡|干|充|装|做|见)|(?:冲|煮|泡|充|装|做|洗)[^，]{0,4}(?:秒|分钟)|当天|次日|确诊即赔|成膜快|快速|一遍$/u,
  ],
  [
    'size',
    /\d+(?:\.\d+)?\s*(?:ml|l|g|kg|mm|cm|m|毫升|升|克|公斤|斤|毫米|厘米|米|寸|平|mah|毫安|w|瓦|层|颗|片|种|款|项|度|分贝|个人|年)|\d%|spf/iu,
  ],
  [
    'made',
    /采用|选用|精选|产自|原产|材质|面料|原料|配方|工艺|纯棉|真皮|实木|不锈钢|食品级|硅胶|手工|豆|棉|羊毛|绒|木|玻璃|面粉|鲜|现(?:熬|做|切|点)|自己晒|土鸡/u,
  ],
  ['can', /可|能|支持|自动|一键|随时|兼容|适配|都行|都可以/u],
];

export function kindOf(point: string): PointKind {
  return SIGNS.find(([, signs]) => signs.test(point))?.[0] ?? 'other';
}

/** Where and when: nothing that a video is about. */
export function isWhereOrWhen(point: string): boolean {
  return /^(?:地址|营业时间|校区|(?:上|开)课时间|上牌|型号)\s*[:：\s]/u.test(point);
}

/** Ways to lead a point in. `^` stands only before all other points, `+` only behind one. */
export const LEADS: Record<PointKind, string[]> = {
  free: [
    '^先看它没有什么，{point}。',
    '怕麻烦的看这里，{point}。',
    '+还有一条要记住，{point}。',
    '翻到背面自己看，{point}。',
  ],
  fast: ['^先说快，{point}。', '掐着表给你看，{point}。', '+时间也省下来了，{point}。', '不耽误事，{point}。'],
  made: [
    '^东西好不好，先看用料，{point}。',
    '凑近了看，{point}。',
    '+料上也没省，{point}。',
    '说说它是怎么来的，{point}。',
  ],
  size: ['^先报数，{point}。', '数字摆在这儿，{point}。', '+数也报一下，{point}。', '说个准数，{point}。'],
  care: [
    '^先把后路说清楚，{point}。',
    '万一不合适呢？{point}。',
    '+后面也有人管，{point}。',
    '不是卖完就算，{point}。',
  ],
  can: ['^先做给你看，{point}。', '省心的是这一点，{point}。', '+顺手的地方还有，{point}。', '试给你看，{point}。'],
  other: ['^先说这一点，{point}。', '看这里，{point}。', '+再看这一点，{point}。', '说到点子上，{point}。'],
};

/** What somebody asks who wants to know it. */
export const QUESTIONS: Record<PointKind, string[]> = {
  free: ['“里面加了什么？”“{point}。”', '“会不会很麻烦？”“{point}。”'],
  fast: ['“要等多久？”“{point}。”', '“快不快？”“{point}。”'],
  made: ['“用的什么料？”“{point}。”', '“料怎么样？”“{point}。”'],
  size: ['“说个准数？”“{point}。”', '“具体是多少？”“{point}。”'],
  care: ['“不合适怎么办？”“{point}。”', '“后面谁来管？”“{point}。”'],
  can: ['“用起来呢？”“{point}。”', '“还有呢？”“{point}。”'],
  other: ['“好在哪儿？”“{point}。”', '“有什么不一样？”“{point}。”'],
};

/** What is asked when all of those were asked. */
export const MORE_QUESTIONS = ['“还有呢？”“{point}。”', '“再说一样？”“{point}。”', '“就这些？”“{point}。”'];

/** What can be laid beside a hand. */
const HANDY = /\d\s*(?:ml|l|g|kg|mm|cm|m(?!ah)|毫升|升|克|公斤|斤|毫米|厘米|米|寸)/iu;

/** What takes so long that one watches it. */
const CLOCKED = /秒|分钟|小时/u;

/** What is seen while a point is said. */
export function sightOf(point: string): string {
  const kind = kindOf(point);
  if (kind === 'fast' && !CLOCKED.test(point)) return '带到时间的一镜，钟表、日期或单据：{point}';
  return kind === 'size' && !HANDY.test(point) ? '字幕打出数字，手指着它说：{point}' : SIGHTS[kind];
}

const SIGHTS: Record<PointKind, string> = {
  free: '包装或资料特写，手指划到这一行：{point}',
  fast: '画面一角放计时器，一镜到底：{point}',
  made: '原料、材质贴近拍，带一点转动：{point}',
  size: '旁边放手掌或常见物件作比较，字幕打出数字：{point}',
  care: '人与人面对面说话，切到单据或卡片：{point}',
  can: '现场演示：{point}',
  other: '对着讲的地方推近：{point}',
};
