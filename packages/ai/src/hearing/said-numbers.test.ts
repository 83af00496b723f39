import { expect, test } from 'vitest';
import { compareNumbers } from '#hearing/said-numbers.ts';

/** What is between the braces is a number: 到手价{39.9元}. */
function heardFor(marked: string, heard: string) {
  const [before = '', number = '', after = ''] = marked.split(/[{}]/);
  const numbers = [{ start: before.length, end: before.length + number.length }];
  return compareNumbers(before + number + after, numbers, heard)[0];
}

test('a number is heard as it was said, however a recogniser writes it and whatever it makes of the words around it', () => {
  const same: [string, string][] = [
    ['今天到手价{39.9元}，错过再等一年。', '今天到手价39.9元，错过再等一年。'],
    ['到手价{三十九块九}，喝一个月。', '到手架39块9，喝一个月'],
    ['全场{满200减30}，今晚结束。', '全场满200件30，今晚结束。'],
    ['活动{6月18日}开始，别忘了来。', '活动六月十八日开始,别忘了来'],
    ['面料{含棉量95%}，摸着很软。', '面料含棉量百分之九十五,摸着很软'],
    ['今天{全场八折}，买两件更省。', '今天全场8折买两件更省'],
    ['早上装的热水，保温{12小时}还是烫的。', '早上装的热水保温是二小时还是烫的'],
    ['只要{2瓶}装。', '只要两瓶装'],
    ['拨打{400-820-8820}。', '拨打四零零八二零八八二零'],
  ];
  expect(same.filter(([said, heard]) => heardFor(said, heard)?.kind !== 'same')).toEqual([]);
});

test('another number is told with what was heard; what is no number is unclear', () => {
  const others: [string, string, string][] = [
    ['今天到手价{39.9元}，错过再等一年。', '今天到手价38.9元，错过再等一年。', '38.9元'],
    ['到手价{三十九块九}，喝一个月。', '到手价49块9，喝一个月', '49块9'],
    ['全场满200减{30}，今晚结束。', '全场满200件50，今晚结束。', '50'],
    ['净含量{250毫升}。', '净含量350毫升', '350毫升'],
    ['保温{12小时}。', '保温24小时', '24小时'],
    ['只要{50元}。', '只要55元', '55元'],
    ['含量{5%}。', '含量15%', '15%'],
    ['活动{6月18日}开始。', '活动6月28日开始', '6月28日'],
    ['{四十瓶}一箱。', '十四瓶一箱', '十四瓶'],
  ];
  const told = others.map(([said, heard]) => [said, heard, heardFor(said, heard)]);
  expect(told).toEqual(others.map(([said, heard, number]) => [said, heard, { kind: 'other', heard: number }]));
  expect(heardFor('到手价{39.9元}，快来。', '到手价，快来。')?.kind).toBe('unclear');
  expect(heardFor('到手价{39.9元}，快来。', '')?.kind).toBe('unclear');
});
