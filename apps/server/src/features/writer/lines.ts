import type { StoryRow, Tone } from '@mixreel/contract';
import type { Deal } from './ways.ts';

export type Section = NonNullable<StoryRow['section']>;
/** Parts whose words depend on more than the tone are elsewhere: openings, points, calls. */
export type SaidByTone = Exclude<Section, 'hook' | 'usage' | 'solution' | 'call'>;

/**
 * Ways to say each part of an advertisement, by tone. Facts stand in as whole clauses, so that any wording of them reads
 * well: {name}, {cat} what it is, {one} 一瓶, {who}, {pain}, {point}, {proof}, {price}, {promo}.
 */
export const LINES: Record<SaidByTone, Record<Tone, string[]>> = {
  pain: {
    plain: [
      '麻烦就在这儿，{pain}。',
      '{pain}，偶尔也就算了，回回这样。',
      '说起来都是小事，{pain}。',
      '{pain}，拖着也不是办法。',
    ],
    lively: ['{pain}，谁懂啊！', '又来了，{pain}！', '{pain}，我真的会谢！', '每次都这样，{pain}！'],
    warm: [
      '我知道，{pain}，挺磨人的。',
      '{pain}，这样的时候谁都有过。',
      '有时候就是这样，{pain}。',
      '{pain}，不怪你。',
    ],
    expert: ['常见的情况是，{pain}。', '先看问题，{pain}。', '很多人卡在这一步，{pain}。', '{pain}，原因往往不在你。'],
  },
  positioning: {
    plain: ['来看看{name}。', '这是{name}，给{who}准备的。', '可以看看{name}。', '认识一下，{name}。'],
    lively: ['主角来了，{name}！', '{who}的新搭子，{name}！', '就是它，{name}！', '记住这个名字，{name}！'],
    warm: [
      '后来，我遇到了{name}。',
      '想把{name}介绍给你。',
      '{name}，像是替{who}想过的。',
      '我家现在认准的，是{name}。',
    ],
    expert: ['今天看的是{name}。', '{name}，面向{who}。', '以{name}为例。', '对照来看，{name}是这样做的。'],
  },
  results: {
    plain: ['实际看下来，{point}。', '说到底图什么？{point}。'],
    lively: ['就问你，{point}，香不香！', '{point}，拿捏了！'],
    warm: ['{point}，心里就踏实了。', '日子没变，{point}，就轻松了一点。'],
    expert: ['从表现看，{point}。', '归到一点，{point}。'],
  },
  proof: {
    plain: ['不是我说的，{proof}。', '有据可查，{proof}。', '别的不说，{proof}。', '凭什么信？{proof}。'],
    lively: ['空口无凭，{proof}！', '看到没？{proof}！', '底气在这儿，{proof}！', '不服来看，{proof}！'],
    warm: [
      '让人放心的是，{proof}。',
      '我也查过，{proof}。',
      '踏实的地方在于，{proof}。',
      '选的时候我多看了一眼，{proof}。',
    ],
    expert: ['依据是，{proof}。', '可以核实，{proof}。', '这一点有据，{proof}。', '材料在这里，{proof}。'],
  },
  price: {
    plain: ['价格也说清楚，{price}。', '价钱摆在这儿，{price}。', '多少钱？{price}。', '算笔账，{price}。'],
    lively: ['猜猜多少钱？{price}！', '报价来了，{price}！', '听好了，{price}！', '别猜了，{price}！'],
    warm: ['价钱也实在，{price}。', '值不值，你来定，{price}。', '{price}，花得明白。', '价格我先替你看了，{price}。'],
    expert: ['价格方面，{price}。', '明码标价，{price}。', '{price}，可以和同类比一比。', '价格在这里，{price}。'],
  },
  promotion: {
    plain: ['正好有活动，{promo}。', '赶得巧，{promo}。', '告诉你一声，{promo}。', '规则也简单，{promo}。'],
    lively: ['福利来了，{promo}！', '别急着走，{promo}！', '快看，{promo}！', '重点在这儿，{promo}！'],
    warm: ['对了，{promo}。', '想试试的话，{promo}。', '还准备了一点心意，{promo}。', '刚好这阵子，{promo}。'],
    expert: ['活动规则是，{promo}。', '目前的活动，{promo}。', '决定之前请看，{promo}。', '优惠方式，{promo}。'],
  },
  transition: {
    plain: ['后来我换了个办法。', '那怎么办呢？', '其实有别的办法。', '往下看。'],
    lively: ['好在，有办法！', '等等，转机来了！', '这时候，主角登场！', '别慌，有招！'],
    warm: ['后来，慢慢有了变化。', '其实，换个办法就好。', '你听我说完。', '再往下看一点。'],
    expert: ['接下来看解决办法。', '我们换个思路。', '那么，该怎么选？', '问题拆开看，就不难。'],
  },
};

/** What it comes to, by how people come by the thing: said where the sheet has no more points. */
export const RESULTS: Record<Deal, string[]> = {
  buy: ['{use}了一阵子，没想过再换。', '东西到手，心里就有数了。', '家里人看了，也说行。', '这一回，算是选对了。'],
  visit: [
    '走的时候，已经想好下次来了。',
    '待了一会儿，就不想走了。',
    '来过一次，就记住这儿了。',
    '回去的路上，还在说。',
  ],
  book: ['心里有了数，就不慌了。', '一件事落了地，人也松快。', '问明白了，才敢做决定。', '有人管着，就省心了。'],
  try: ['忙起来，少绕好几个弯。', '谁该做什么，不用再问。', '下班前，事情都对得上。', '开会的时候，话也短了。'],
};

type Size = NonNullable<StoryRow['shot_size']>;

/** What is seen while it is said. {seen}: the point or the trouble that is spoken of. */
export const PICTURES: Record<Section, [picture: string, size: Size, move: StoryRow['camera_move']][]> = {
  hook: [
    ['人物正对镜头开口，{thing}先不出现', 'medium_close', 'static'],
    ['{scene}，人物正做到一半停下来', 'medium', 'handheld'],
    ['{thing}的局部，快速推近', 'close_up', 'push'],
  ],
  pain: [
    ['{scene}，演出这一幕：{seen}', 'medium', 'handheld'],
    ['手部特写，停住，放下：{seen}', 'close_up', 'static'],
  ],
  positioning: [
    ['{thing}居中，缓慢推近', 'close_up', 'push'],
    ['人物说出名字，切到{thing}', 'medium_close', 'static'],
  ],
  solution: [['{seen}', 'close_up', 'push']],
  usage: [
    ['{scene}，从头到尾做一遍，不剪断', 'medium', 'follow'],
    ['双手操作，俯拍，一步一个画面', 'close_up', 'static'],
  ],
  results: [
    ['同一机位，前后两个画面左右并排', 'medium', 'static'],
    ['人物放松下来，{thing}在画面里', 'medium_close', 'pull'],
  ],
  proof: [
    ['证明、报告或资料上的原文，慢慢扫过：{seen}', 'close_up', 'track'],
    ['{thing}入画，字幕打出：{seen}', 'medium', 'static'],
  ],
  price: [
    ['{thing}旁边打出价格：{seen}', 'close_up', 'static'],
    ['页面上的价格那一行，手指点一下：{seen}', 'extreme_close_up', 'push'],
  ],
  promotion: [
    ['字幕写出活动：{seen}', 'full', 'static'],
    ['活动页面录屏，放大规则那一行：{seen}', 'close_up', 'push'],
  ],
  call: [
    ['人物对镜头，手指向按钮的位置', 'medium_close', 'static'],
    ['{thing}定格，留出按钮的位置', 'full', 'static'],
  ],
  transition: [
    ['镜头一转，换到{scene}', 'full', 'pan'],
    ['手挡住镜头，再拿开时{thing}已在画面里', 'medium', 'static'],
  ],
};
