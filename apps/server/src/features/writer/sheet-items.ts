import { AppError, type BriefField, type Fact, type SheetItem, type StoryBrief } from '@mixreel/contract';
import { factsIn } from '@mixreel/contract/fact';
import type { Foreign, Table } from '#features/foreign/foreign.ts';
import { plainly } from './write-script.ts';

const HAN = /\p{Script=Han}/u;
const NOT_CHINESE = '资料不是中文：内置写手只写中文，请采用后把卖点写成中文；接入文案服务后可以直接用';
const ITEMS_MAX = 120;
const TEXT_MAX = 120;

/** What a sheet calls what it says. Of those with a sign the label is part of what is said: 净含量 50 克. */
const LABELS: [field: BriefField, isKept: boolean, names: RegExp][] = [
  [
    'name',
    false,
    /^(?:商品名称?|产品名称?|品名|名称|商品|产品|项目名称|店名|店铺名称?|服务名称|(?:product|item)(?: name)?|name)$/iu,
  ],
  ['category', false, /^(?:品类|类别|类目|分类|产品类型|行业|category|type)$/iu],
  [
    'points',
    false,
    /^(?:(?:核心|产品|主要|商品)?(?:卖点|特点|优势|亮点|功能|特色|功能特点|产品优势)(?:介绍|\d+|[一二三四五六七八九])?|(?:key |main )?(?:features|benefits|highlights|selling points))$/iu,
  ],
  [
    'pains',
    false,
    /^(?:(?:用户|客户|消费者|核心)?(?:痛点|问题|困扰|烦恼|顾虑|场景痛点)(?:\d+|[一二三四五六七八九])?|pain points|problems)$/iu,
  ],
  [
    'proofs',
    false,
    /^(?:资质|认证|检测|检测报告|专利|背书|信任背书|证书|荣誉|依据|资质证明|执行标准|备案|certificat(?:es|ions?)|awards|proofs?)$/iu,
  ],
  ['price', false, /^(?:价格|单价|定价|收费|费用|\p{Script=Han}{0,5}价|(?:retail )?price|msrp)$/iu],
  ['promotion', false, /^(?:活动|优惠|促销|福利|赠品|活动机制|优惠活动|促销活动|权益|promotions?|offers?|deals?)$/iu],
  [
    'audience',
    false,
    /^(?:人群|目标人群|适用人群|受众|目标客户|目标用户|适合人群|适合|适用|面向|使用人群|(?:target )?(?:audience|customers))$/iu,
  ],
  [
    'points',
    true,
    /^(?:规格|净含量|容量|材质|面料|成分|配料|产地|尺寸|重量|承重|保质期|功率|型号|营业时间|地址|售后|质保|服务内容)$/u,
  ],
];

/** Sentences that say by themselves what they are. */
const SIGNS: [field: BriefField, signs: RegExp][] = [
  ['promotion', /买.{0,3}[送赠减]|满.{0,8}[减赠送]|立减|直降|第.件|[\d一二三四五六七八九.]+\s*折|赠送|包邮|首单|优惠/u],
  ['proofs', /认证|检测|专利|报告|备案|证书|许可证|获.{0,8}奖|承保|资质/u],
  ['price', /(?:价|收费|人均|单颗|每(?:年|月|晚|次|节|人)).{0,8}\d|\d+(?:\.\d+)?\s*元\s*(?:[/／一每]|$)|[¥￥]\s*\d/u],
  ['audience', /^(?:适合|适用于?|专为|面向)/u],
  ['pains', /烦恼|困扰|总是|老是|怎么办|受不了|头疼|不敢|太(?:贵|重|甜|硬|吵|麻烦)/u],
];

/** What stands on every sheet and says nothing. */
const NOISE = /^(?:关于我们|联系我们|联系方式|目录|谢谢.*|感谢.*|thanks?.*|附录|公司简介|\d+|第\s*\d+\s*页.*)$/iu;

type Line = { text: string; page: number | null };

/** What a product sheet says, each with where it stands; a person ticks what counts. */
export function sheetItems(
  document: Foreign,
  file: string,
  brief: StoryBrief | null,
): { items: SheetItem[]; notices: string[] } {
  const items = new Map<string, SheetItem>();
  let under: BriefField | null = null;
  const lines = linesOf(document);
  for (const [n, { text, page }] of lines.entries()) {
    const add = (field: BriefField, said: string, sentence: string) => {
      const kept = said
        .trim()
        .replace(/[。；;，,]+$/u, '')
        .slice(0, TEXT_MAX);
      if (kept === '' || items.has(`${field} ${plainly(kept)}`)) return;
      const facts = factsOf(sentence, kept, { file, page, n: items.size });
      items.set(`${field} ${plainly(kept)}`, {
        field,
        text: kept,
        sentence: sentence.slice(0, 1000),
        page,
        facts,
        is_known: isIn(brief, field, kept),
      });
    };
    const labelled = labelOf(text);
    if (labelled && labelled.said === '') under = labelled.field;
    else if (labelled) {
      under = null;
      const parts =
        labelled.field === 'points' || labelled.field === 'pains' ? splitList(labelled.said) : [labelled.said];
      for (const part of parts) add(labelled.field, labelled.isKept ? `${labelled.label} ${part}` : part, text);
    } else if (n === 0 && isTitle(text)) add('name', text, text);
    else if (isTitle(text) && !under && !hasNumbers(text)) under = null;
    else {
      for (const sentence of text.split(/(?<=[。！？!?；;])/u)) {
        const field =
          signOf(sentence) ?? under ?? (/\d/u.test(sentence) || factsIn(sentence).length > 0 ? 'points' : null);
        if (field) add(field, bare(sentence), text);
      }
    }
  }
  if (items.size === 0) throw new AppError('invalid', '文件里没有找到商品资料：写上名称、卖点、价格这样的字样再试');
  const notices = [...document.notices];
  if (![...items.values()].some(({ text }) => HAN.test(text))) notices.push(NOT_CHINESE);
  if (items.size > ITEMS_MAX) notices.push(`找到 ${items.size} 条，只列出前 ${ITEMS_MAX} 条`);
  return { items: [...items.values()].slice(0, ITEMS_MAX), notices };
}

function isIn(brief: StoryBrief | null, field: BriefField, text: string): boolean {
  return brief !== null && [brief[field]].flat().some((one) => plainly(one) === plainly(text));
}

/** Rows of tables read as `label：value`; rows under headings as one such line a cell. */
function linesOf(document: Foreign): Line[] {
  if (document.kind === 'cues') return document.cues.map(({ text }) => ({ text, page: null }));
  if (document.kind === 'table') return tableLines(document, 1);
  if (document.pages) return document.pages.flatMap((text, n) => textLines(text, n + 1));
  const { tables = [], outside = document.text } = document.parts ?? {};
  return [...textLines(outside, null), ...tables.flatMap((table) => tableLines(table, null))];
}

function textLines(text: string, page: number | null): Line[] {
  return text.split('\n').flatMap((line) => {
    const said = bare(line);
    return said === '' || NOISE.test(said) ? [] : [{ text: said, page }];
  });
}

function tableLines({ rows }: Table, page: number | null): Line[] {
  const filled = rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some(Boolean));
  const [head = [], ...body] = filled;
  const named = head.filter((cell) => labelOf(`${cell}：`) !== null).length;
  const isHeaded = named >= 2 && head.length > 2 && body.length > 0;
  if (isHeaded) {
    return body.flatMap((row) =>
      row.flatMap((cell, n) => (cell && head[n] ? [{ text: `${head[n]}：${cell.replaceAll('\n', '；')}`, page }] : [])),
    );
  }
  return filled.map((row) => {
    const [label = '', ...rest] = row.filter(Boolean);
    return {
      text: rest.length > 0 ? `${label.replace(/[:：]$/u, '')}：${rest.join('；').replaceAll('\n', '；')}` : label,
      page,
    };
  });
}

function labelOf(line: string): { field: BriefField; isKept: boolean; label: string; said: string } | null {
  const found = /^[【[]?([^:：】\]]{1,16})[】\]]?\s*(?:[:：]\s*(.*)|)$/su.exec(line);
  if (!found) return null;
  const label = found[1]!.trim();
  const known = LABELS.find(([, , names]) => names.test(label));
  return known ? { field: known[0], isKept: known[1], label, said: (found[2] ?? '').trim() } : null;
}

/** 1、三秒冲好；2、不加糖: several in one cell. */
function splitList(said: string): string[] {
  const parts = said.split(/[；;\n]|(?:^|\s)\d{1,2}[、.)）](?!\d)/u).map(bare);
  return parts.filter(Boolean);
}

function bare(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-•·*●■◆▪]+|\d{1,2}[、.)）](?!\d)|[①-⑳])\s*/u, '')
    .trim();
}

function isTitle(text: string): boolean {
  return Array.from(text).length <= 16 && !/[，。！？；,!?;]/u.test(text);
}

function hasNumbers(text: string): boolean {
  return factsIn(text).some(({ kind }) => kind !== 'claim' && kind !== 'name');
}

function signOf(sentence: string): BriefField | null {
  return SIGNS.find(([, signs]) => signs.test(sentence))?.[0] ?? null;
}

/** Those of the sentence that are in what was taken of it. */
function factsOf(
  sentence: string,
  kept: string,
  { file, page, n }: { file: string; page: number | null; n: number },
): Fact[] {
  return factsIn(sentence, { file: file.slice(0, 200), page })
    .filter(({ text }) => kept.includes(text))
    .map((fact, k) => ({ ...fact, id: `sheet-${n + 1}-${k + 1}` }));
}
