import type { StoryBrief, Tone } from '@mixreel/contract';
import type { Deal } from './ways.ts';

/** How a script ends: what somebody does next, by how people come by the thing. */
const CALLS: Record<Deal, Record<Tone, string[]>> = {
  buy: {
    plain: [
      '想试的，点下面看看。',
      '先放进购物车，想好了再拍。',
      '需要的，点进来看规格。',
      '合适就带{one}回去。',
      '拿不准的，评论区问我。',
    ],
    lively: [
      '喜欢就带{one}走！',
      '还等什么，点下面！',
      '评论区告诉我，你想要哪款！',
      '点进来看，别光听我说！',
      '要的举手，下面见！',
    ],
    warm: [
      '觉得合适，就给自己留{one}。',
      '不着急，想好了再来。',
      '有空点进来，慢慢看。',
      '也可以转给需要的人。',
      '想起谁用得上，就发给谁。',
    ],
    expert: [
      '参数都写在详情里，点下方看。',
      '建议先看详情，再决定。',
      '需要的可以先收藏，对照着看。',
      '按自己的情况选，点下方了解。',
      '有具体问题，评论区留言。',
    ],
  },
  visit: {
    plain: ['地址放在下面，路过就来。', '想来的先收藏，出门导航就到。', '点下面看营业时间。', '周末约上人，来坐坐。'],
    lively: ['别光看，来一趟就知道！', '约上你的搭子，走起！', '收藏这条，周末就去！', '点下面看地址，我在这儿等你！'],
    warm: ['得空了，就过来坐坐。', '带上家里人，慢慢待一会儿。', '路过的话，进来看看。', '想来就来，不用赶。'],
    expert: [
      '地址和时间在下方，建议提前约。',
      '第一次来，先看下方的说明。',
      '可以先收藏，再安排时间。',
      '点下方查看门店信息。',
    ],
  },
  book: {
    plain: ['想了解的，点下面约个时间。', '先聊聊，合适再定。', '有疑问，评论区留言。', '把情况写在评论区，我来答。'],
    lively: [
      '别自己琢磨了，点下面聊聊！',
      '问一句又不费事，来！',
      '评论区写下你的情况，我来看！',
      '点下面约个时间，说说看！',
    ],
    warm: ['不用急着定，先问问也好。', '想清楚了，再来找我们。', '有顾虑就说，慢慢聊。', '也可以转给正在发愁的人。'],
    expert: [
      '建议先咨询，再做决定。',
      '点下方预约，把资料带上。',
      '每个人情况不同，先评估再选。',
      '具体问题，评论区留言。',
    ],
  },
  try: {
    plain: [
      '点下面申请试用，自己上手看。',
      '拉上同事试一试再说。',
      '想看演示，点下面约时间。',
      '先用起来，不合适再换。',
    ],
    lively: ['点下面，马上试一把！', '叫上同事，今天就试！', '光听没用，上手才知道！', '试一次，你就懂了！'],
    warm: [
      '先试试看，用得惯再说。',
      '不用一下全换，先从一个组开始。',
      '有不明白的，随时问。',
      '转给管这件事的同事看看。',
    ],
    expert: [
      '点下方申请试用，带着真实数据测。',
      '建议先小范围试，再决定。',
      '需要演示的，点下方预约。',
      '可以先看文档，再安排试用。',
    ],
  },
};

/** Where the button is. */
const PLACES: Partial<Record<NonNullable<StoryBrief['platform']>, Partial<Record<Deal, string[]>>>> = {
  douyin: {
    buy: ['左下角点开，就是这一款。', '小黄车里有，点开看详情。'],
    visit: ['左下角点开，看地址和团购。'],
    book: ['左下角点开，约个时间聊聊。'],
    try: ['左下角点开，申请试用。'],
  },
  kuaishou: {
    buy: ['老铁们，小黄车点开看。', '左下角小黄车，写得清清楚楚。'],
    visit: ['左下角点开，看看离你多远。'],
    book: ['左下角点开，留个预约。'],
    try: ['左下角点开，先试试。'],
  },
  xiaohongshu: {
    buy: ['先收藏，买的时候对照着看。', '左下角有，想要的点开看。'],
    visit: ['收藏这篇，出门就不用再找。'],
    book: ['先收藏，想好了来问我。'],
    try: ['收藏这篇，回头照着试一遍。'],
  },
  wechat: {
    buy: ['点视频下方的链接看看。', '用得上的，转给家里人。'],
    visit: ['点下方看地址，转给要一起来的人。'],
    book: ['点下方预约，也可以转给家里人。'],
    try: ['点下方申请试用，转给同事看看。'],
  },
};

/** Ways to end; where the platform is known, mostly those that say where its button is. */
export function callsFor(deal: Deal, tone: Tone, platform: StoryBrief['platform']): string[] {
  const places = (platform && PLACES[platform]?.[deal]) ?? [];
  return places.length > 0 ? [...places, ...CALLS[deal][tone].slice(0, 2)] : CALLS[deal][tone];
}
