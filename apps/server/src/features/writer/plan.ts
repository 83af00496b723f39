import type { StructureKey } from '@mixreel/contract';
import type { Section } from './lines.ts';
import type { Deal } from './ways.ts';

type Opening = { name: string; lines: string[]; for?: Deal[] };

/** How a script opens; each is of another kind, and no two versions share one. */
export const OPENINGS: Record<string, Opening> = {
  question: { name: '提问', lines: ['{pain}，是不是很熟悉？', '{pain}，到底怎么办？', '{pain}，谁还没遇到过？'] },
  answer: {
    name: '先说结果',
    lines: ['不绕弯子，{point}。', '一句话说完，{point}。', '先说结论，{point}。', '记住一句就够，{point}。'],
  },
  stop: { name: '叫住', lines: ['{call}，先别划走，就半分钟。', '说给{call}听的，先别划走。'] },
  confession: { name: '自己的事', lines: ['说句实话，{pain}，我也经历过。', '不怕你笑话，我也这样过，{pain}。'] },
  doubt: { name: '反问', lines: ['{cat}不都一样吗？还真不是。', '{cat}还能有什么讲究？听我说。'] },
  friend: {
    name: '朋友问起',
    lines: ['朋友又来问我，{cat}到底怎么选。', '这周第三个人问我，{cat}该看什么。'],
  },
  warning: { name: '先提醒', lines: ['选{cat}之前，先听我说完。', '{cat}别急着定，先看这一条。'] },
  parcel: { name: '开箱', lines: ['快递到了，当着你们的面拆。', '刚到手的{cat}，一起拆开看看。'], for: ['buy'] },
  door: { name: '进门', lines: ['路过好几次，今天终于推门进去了。', '这家{cat}，带你们进去看看。'], for: ['visit'] },
  desk: {
    name: '坐下来',
    lines: ['今天坐下来，把{cat}的事讲明白。', '来问的人多，我一次说清楚。'],
    for: ['book', 'try'],
  },
  price: {
    name: '报价',
    lines: [
      '{price}，贵不贵？听完再说。',
      '先报价，{price}，再说为什么。',
      '{price}，值不值？往下看。',
      '价格先放这儿，{price}。',
    ],
  },
  dialogue: { name: '对话', lines: ['“{pain}。”“那你试试这个。”', '“又怎么了？”“{pain}。”'] },
  scene: { name: '场景', lines: ['又是这样的一天，{pain}。', '这个画面熟不熟？{pain}。'] },
  tour: { name: '带你看', lines: ['今天只说一样，{name}。', '给你们看看{name}，不吹，只讲实话。'] },
  promise: { name: '答应过', lines: ['答应你们的，{name}来了。', '你们一直在问的{name}，今天讲清楚。'] },
  reverse: { name: '反着说', lines: ['这一条，只拍给{call}看。', '不是{call}，可以划走了。'] },
  offer: {
    name: '先报活动',
    lines: ['先说好消息，{promo}。', '{promo}，这事先告诉你。', '有件好事，{promo}。', '先把活动说了，{promo}。'],
  },
  proof: {
    name: '先亮依据',
    lines: ['话放在前面，{proof}。', '先看这个，{proof}。', '空口说没用，{proof}。', '先把底亮出来，{proof}。'],
  },
};

export type Structure = {
  /** For what it suits at all; without it for everything. */
  for?: Deal[];
  /** A part without which it is none. */
  needs?: Section;
  /** What it takes in besides its own parts when there is time. */
  more?: Section[];
  sections: Section[];
  /** Those that suit it best. */
  openings: string[];
  /** Its own ways to say a part, before those of the tone. `^` only before other points, `+` only behind one. */
  lines?: Partial<Record<Section, string[]>>;
  /** One point is asked for and answered. */
  isAsked?: boolean;
};

/** In which order the parts come. Parts for which there are no facts are left out. */
export const PLANS: Record<StructureKey, Structure> = {
  trouble: {
    sections: ['hook', 'pain', 'transition', 'positioning', 'solution', 'solution', 'promotion', 'call'],
    openings: ['question', 'stop', 'dialogue'],
  },
  show: {
    for: ['buy', 'visit', 'try'],
    more: ['solution', 'proof', 'price', 'promotion'],
    sections: ['hook', 'usage', 'positioning', 'solution', 'results', 'price', 'call'],
    openings: ['answer', 'scene', 'tour'],
    lines: {
      positioning: ['它叫{name}。', '刚才看到的，就是{name}。'],
      results: ['就这么一会儿，你都看见了。', '刚才是一镜到底，没剪。'],
    },
  },
  list: {
    needs: 'solution',
    sections: ['hook', 'positioning', 'solution', 'solution', 'solution', 'proof', 'promotion', 'call'],
    openings: ['warning', 'promise', 'tour'],
    lines: {
      positioning: ['{name}，我只讲几条。', '说说{name}，一条一条来。'],
      solution: [
        '^第一条，{point}。',
        '+第二条，{point}。',
        '+第三条，{point}。',
        '+第四条，{point}。',
        '+第五条，{point}。',
      ],
    },
  },
  versus: {
    needs: 'pain',
    sections: ['hook', 'pain', 'solution', 'positioning', 'solution', 'price', 'call'],
    openings: ['doubt', 'scene', 'question'],
    lines: {
      pain: ['以前是这样，{pain}。', '之前呢？{pain}。'],
      solution: [
        '^现在是这样，{point}。',
        '+再比一样，{point}。',
        '+还有一处不同，{point}。',
        '+差别也在这儿，{point}。',
      ],
      positioning: ['差在哪儿？{name}。', '换的就是{name}。'],
    },
  },
  story: {
    sections: ['hook', 'pain', 'transition', 'positioning', 'solution', 'solution', 'results', 'call'],
    openings: ['confession', 'scene', 'friend', 'door'],
    lines: {
      pain: ['那阵子，{pain}。', '有段时间总是这样，{pain}。'],
      transition: ['后来有人跟我提了一句。', '直到那天，我换了个办法。'],
      positioning: ['那天，我第一次知道{name}。', '于是，我认识了{name}。'],
      solution: [
        '^头一回打动我的，{point}。',
        '+后来才发现，{point}。',
        '+越往后越明白，{point}。',
        '+还有个小细节，{point}。',
      ],
      results: ['那之后，这事就没再烦过我。', '现在想想，早该这样。'],
    },
  },
  parcel: {
    for: ['buy', 'visit'],
    more: ['solution', 'price', 'results'],
    sections: ['hook', 'positioning', 'solution', 'usage', 'solution', 'proof', 'promotion', 'call'],
    openings: ['parcel', 'door', 'promise'],
    lines: {
      positioning: ['里面就是它，{name}。', '第一眼看到的，{name}。'],
      solution: ['^先看这个，{point}。', '+再看，{point}。', '+这一处也看看，{point}。', '+角落里也看一眼，{point}。'],
    },
  },
  trust: {
    needs: 'proof',
    more: ['solution', 'promotion', 'usage', 'results'],
    sections: ['hook', 'proof', 'positioning', 'solution', 'proof', 'solution', 'price', 'call'],
    openings: ['proof', 'doubt', 'friend'],
    lines: {
      positioning: ['说的是{name}。', '这些，都是{name}的。'],
      solution: [
        '^写得明明白白，{point}。',
        '+经得起问的还有，{point}。',
        '+说到就做到，{point}。',
        '+白纸黑字，{point}。',
      ],
    },
  },
  offer: {
    needs: 'price',
    more: ['solution', 'usage', 'results'],
    sections: ['hook', 'positioning', 'price', 'solution', 'solution', 'promotion', 'proof', 'call'],
    openings: ['price', 'offer', 'reverse'],
    lines: {
      positioning: ['说的是{name}。', '{name}，先听它值不值。'],
      solution: ['^这个价里有什么？{point}。', '+还有，{point}。', '+另外，{point}。', '+再加上，{point}。'],
    },
  },
  lesson: {
    sections: ['hook', 'solution', 'solution', 'positioning', 'usage', 'solution', 'promotion', 'call'],
    openings: ['friend', 'warning', 'desk'],
    lines: {
      solution: [
        '^选{cat}，先看这个，{point}。',
        '+再看这个，{point}。',
        '+别漏了这个，{point}。',
        '+最后对一遍，{point}。',
      ],
      positioning: ['照着这几条，我选了{name}。', '对得上的，{name}算一个。'],
    },
  },
  ask: {
    more: ['solution', 'proof'],
    sections: ['hook', 'positioning', 'solution', 'solution', 'solution', 'price', 'promotion', 'call'],
    openings: ['dialogue', 'reverse', 'desk'],
    isAsked: true,
    lines: {
      positioning: ['“这是什么？”“{name}。”', '“你说的是哪个？”“{name}。”'],
      price: ['“多少钱？”“{price}。”', '“价格呢？”“{price}。”'],
      proof: ['“凭什么信？”“{proof}。”', '“有依据吗？”“{proof}。”'],
      promotion: ['“现在有活动吗？”“{promo}。”', '“能便宜点吗？”“{promo}。”'],
    },
  },
};
