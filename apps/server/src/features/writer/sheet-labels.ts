import type { SheetField } from '@mixreel/contract';

/** What is said of how films are to be made or of whom to ask, and not of the product. */
export type SheetPart = SheetField | 'aside';

/** What a sheet calls what it says. Of those with a sign the label is part of what is said: 净含量 50 克. */
type Label = [field: SheetPart, isKept: boolean, names: RegExp];
const LABELS: Label[] = [
  [
    'name',
    false,
    /^(?:商品名称?|(?:商品|产品|宝贝)(?:标题|全称)|产品名称?|品名|名称|商品|产品|项目名称|店名|门店|(?:店铺|门店|服务|房源|菜品|线路|民宿|酒店)名称?|(?:课程|楼盘|小区)(?:名称?)?|菜名|车型|机型|(?:product|item)(?: name)?|name)$/iu,
  ],
  ['brand', false, /^(?:品牌(?:名称?)?|牌子|brand(?: name)?)$/iu],
  [
    'forbidden',
    false,
    /^(?:(?:品牌)?(?:禁用|违禁|敏感|禁止)(?:词语?|词汇|用语|用词|宣称)?|禁语|禁忌|红线|雷区|(?:不能|不可|不得|不要|避免|禁止|别|勿)(?:说|写|用|提|出现|使用)(?:的)?(?:词语?|话|用语)?|(?:forbidden|banned) words|do not say)$/iu,
  ],
  ['category', false, /^(?:品类|类别|类目|分类|产品类型|行业|category|type)$/iu],
  [
    'points',
    false,
    /^(?:\p{Script=Han}{0,4}(?:卖点|特点|优势|亮点|特色|定位)|(?:核心|产品|主要|商品)?功能(?:特点)?|(?:主图|详情页?|宣传|推广)(?:页)?文案|主打|口号|广告语|宣传语|slogan|(?:为什么|为何)(?:来|买|选)\p{Script=Han}{0,2}|(?:购买|推荐|选择)理由|参数)(?:介绍|话术|提炼|\d+|[一二三四五六七八九])?$|^(?:key |main )?(?:features|benefits|highlights|selling points)$|^(?:特[徴長]|características|ventajas|merkmale|vorteile|avantages)$/iu,
  ],
  [
    'pains',
    false,
    /^(?:\p{Script=Han}{0,6}(?:痛点|困扰|烦恼|顾虑|担心(?:的(?:问题|事情?))?|常说|抱怨|吐槽)|(?:用户|客户|顾客)(?:说|反馈)|(?:用户|客户|常见)?问题)(?:\d+|[一二三四五六七八九])?$|^(?:pain points|problems)$/iu,
  ],
  [
    'proofs',
    false,
    /^(?:资质|权威|认证|检测|检测报告|专利|背书|信任背书|证书|荣誉|依据|资质证明|执行标准|备案|certificat(?:es|ions?)|awards|proofs?)$/iu,
  ],
  [
    'price',
    false,
    /^(?:价格|单价|定价|人均|收费|费用|学费|租金|年?保费|年费|\p{Script=Han}{0,5}价|\p{Script=Han}{0,4}价格(?:机制|体系)?|(?:retail )?price|msrp|.{0,4}価格|値段|precio|preis|prix|prezzo)$/iu,
  ],
  [
    'promotion',
    false,
    /^(?:活动|优惠|促销|福利|赠品|(?:活动|直播|优惠)机制|优惠活动|促销活动|权益|promotions?|offers?|deals?)$/iu,
  ],
  [
    'audience',
    false,
    /^(?:人群|(?:目标|适用|适合|使用|购买|核心|消费)(?:人群|客户|用户|消费者|客群|受众)|受众|客群|用户画像|消费者|适合|适用|面向|(?:适合|谁)\p{Script=Han}{0,3}(?:谁|喜欢|适合|买)|(?:target )?(?:audience|customers))$/iu,
  ],
  [
    'points',
    true,
    /^(?:规格|参数规格|净含量|容量|材质|面料|成分|配料|产地|尺寸|尺码|颜色|口味|款式|sku|重量|承重|保质期|功率|型号|房型|设施|入住|交通|配送|营业时间|地址|售后|质保|服务内容|校区|(?:上|开)课时间|表显里程|里程|保额|等待期|位置|在哪|营业|招牌|必点)$/iu,
  ],
  [
    'aside',
    false,
    /^(?:(?:视频|短视频|内容|成片|拍摄|文案|画面)(?:数量|条数|字数|时长|比例|尺寸|风格|类型|方向|要求|需求|形式)|(?:投放|发布|推广)?(?:平台|渠道)|条数|时长|秒数|画幅|(?:项目|投放|推广|总)?预算|(?:上线|交付|截止|投放|发布)(?:时间|日期|数量)?|排期|档期|调性|语气|口吻|人设|(?:参考|对标)\p{Script=Han}{0,4}|竞品\p{Script=Han}{0,4}|(?:注意|合规|其他|特别|补充)(?:事项|要求|说明)|注意|要求|需求|备注|说明|素材(?:说明|要求|链接)?|脚本(?:要求)?|配音(?:要求)?|字幕(?:要求)?|(?:背景)?音乐(?:要求)?|封面(?:要求)?|话题|关键词|标签|对接(?:人|方式)?|负责人|联系(?:人|方式)|客户|甲方|店铺|(?:\p{Script=Han}{0,4})目标|目的|行动(?:号召|引导)|引导语|bgm|kpi|cta|notes?|platforms?|deadline|budget|duration|aspect ratio|style|tone|contact|hashtags?)$/iu,
  ],
];

/** Sentences that say by themselves what they are. */
const SIGNS: [field: SheetField, signs: RegExp][] = [
  [
    'promotion',
    /买.{0,3}[送赠减]|满.{0,8}[减赠送]|立减|直降|第.件|[\d一二三四五六七八九.]+\s*折|赠送|赠\p{Script=Han}|包邮|首单|优惠|以旧换新|再减/u,
  ],
  ['proofs', /认证|检测|专利|报告|备案|证书|许可证|获.{0,8}奖|承保|资质/u],
  [
    'price',
    /(?:价|收费|人均|单颗).{0,8}\d|每(?:年|月|晚|次|节|人).{0,8}\d+(?:\.\d+)?\s*(?:元|块|万)|\d+(?:\.\d+)?\s*元\s*(?:[/／一每]|$)|[¥￥$€£]\s*\d|\d\s*[€円]|单[瓶盒袋包支件只]\s*\d|(?:现在|只要|仅需|只需)\s*\d+(?:\.\d+)?\s*(?:元|块|$)|\d\s*[瓶盒斤袋包支件只箱]\s*\d+(?:\.\d+)?\s*(?:元|块|$)/u,
  ],
  ['audience', /^(?:适合|适用于?|专为|面向)|[买用]的(?:人|顾客|客人|用户)(?:主要|大多|多半|大部分)?[是为]/u],
  ['pains', /烦恼|困扰|总是|老是|老说|总说|怎么办|受不了|头疼|不敢|太(?:贵|重|甜|硬|吵|麻烦|油)/u],
];

/** For whom something is, without the words that say that it is for somebody. */
const WHOM =
  /^(?:(?:适合|适用于?|专为|面向|针对|给)\s*|.*[买用]的(?:人|顾客|客人|用户)(?:主要|大多|多半|大部分)?[是为])/u;
/** Who asks in a list of questions and answers, and what about. */
const ASKED: [part: SheetField, about: RegExp][] = [
  ['price', /多少钱|价格|怎么卖|什么价|收费|贵/u],
  ['audience', /谁|哪些人|什么人|人群/u],
  ['promotion', /优惠|活动|赠品|便宜/u],
  ['proofs', /认证|检测|正品|靠谱|资质/u],
];

export type Labelled = { part: SheetPart; isKept: boolean; label: string; said: string };

/** What stands before a colon, in brackets or alone, where it is one of the names that sheets use. */
export function labelOf(line: string): Labelled | null {
  const found = /^(?:[【[]([^:：】\]]{1,16})[】\]]\s*[:：]?\s*(.*)|([^:：】\]]{1,16}?)\s*(?:[:：]\s*(.*))?)$/su.exec(
    line,
  );
  const label = (found?.[1] ?? found?.[3])?.trim();
  if (!found || !label) return null;
  // 产品名称/型号: either of them.
  const names = [label, ...label.split(/[/／、]/u)].map((one) => one.trim());
  const known = LABELS.find(([, , pattern]) => names.some((one) => pattern.test(one)));
  if (!known) return null;
  const [part, isKept] = known;
  const said = (found[2] ?? found[4] ?? '').trim();
  const isOfWhom = label.endsWith('定位') && /^(?:给|为|面向|针对|适合|专为)/u.test(said);
  return { part: isOfWhom ? 'audience' : part, isKept, label, said };
}

/** A label that nobody knows, before something that is said of it. */
export function isLabelled(line: string): boolean {
  return /^[^:：，。；,;]{1,10}[:：]\s*\S/u.test(line);
}

export function signOf(sentence: string): SheetField | null {
  return SIGNS.find(([, signs]) => signs.test(sentence.replace(/[，,。；;！!]+$/u, '')))?.[0] ?? null;
}

export function whomOf(said: string): string {
  return said.replace(WHOM, '');
}

export function askedOf(question: string): SheetField {
  return ASKED.find(([, about]) => about.test(question))?.[0] ?? 'points';
}

type Stretch = { field: SheetField | null; said: string };
/** What is led in by so little belongs to what follows. */
const LEAD_MAX = 8;

/** A sentence, parted where it goes on with a price, an offer, or for whom something is: 原价 3299，以旧换新再减 300. */
export function stretchesOf(sentence: string): Stretch[] {
  const stretches: Stretch[] = [];
  for (const clause of sentence.split(/(?<=，|,(?!\d))/u)) {
    const field = signOf(clause);
    const last = stretches.at(-1);
    const isOther = field !== null && field !== last?.field;
    const isLead = last?.field === null && last.said.length < LEAD_MAX;
    const parts = field === 'price' || field === 'promotion' || field === 'audience' || last?.field === 'audience';
    if (last && !(isOther && parts && !isLead)) {
      last.said += clause;
      if (isLead) last.field = field;
    } else stretches.push({ field, said: clause });
  }
  // As a whole it may say what no part of it says.
  const [only] = stretches;
  return stretches.length === 1 && only ? [{ ...only, field: signOf(sentence) }] : stretches;
}
