const DIGITS = '零一二三四五六七八九';
const PLACES = ['', '十', '百', '千'];
const GROUPS = ['', '万', '亿', '万亿'];
/** Longer than 万亿 reaches; such a row of digits is a number of something, not an amount. */
const MOST_DIGITS = 16;

/** `sayDigits('316')` is 三一六; with `isPhone`, 1 is 幺, which can't be misheard as 七. */
export function sayDigits(digits: string, isPhone = false): string {
  return Array.from(digits, (digit) => (isPhone && digit === '1' ? '幺' : (DIGITS[Number(digit)] ?? ''))).join('');
}

/** An amount in words: `sayNumber('1,999.9')` is 一千九百九十九点九. Thousands may be separated by commas. */
export function sayNumber(written: string): string {
  const [whole = '', fraction] = written.replaceAll(/[,，]/g, '').split('.');
  const said = sayWhole(whole || '0');
  return fraction ? `${said}点${sayDigits(fraction)}` : said;
}

/** An amount of money: cents that are zero are not said. */
export function sayAmount(written: string): string {
  return sayNumber(written.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''));
}

/** An amount before what it counts: two of something is 两. */
export function sayCount(written: string): string {
  return written === '2' ? '两' : sayNumber(written);
}

function sayWhole(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '');
  if (plain === '0') return '零';
  if (plain.length > MOST_DIGITS || plain !== digits) return sayDigits(digits);
  let said = '';
  for (let group = Math.ceil(plain.length / 4) - 1; group >= 0; group -= 1) {
    const value = Number(plain.slice(Math.max(0, plain.length - (group + 1) * 4), plain.length - group * 4));
    if (value === 0) continue;
    // 一万零三十, but 一万三千: a zero is said once for whatever is missing in front.
    if (said !== '' && value < 1000) said += '零';
    said += (value === 2 && group > 0 ? '两' : sayGroup(value, said === '')) + GROUPS[group]!;
  }
  return said.replace(/^一十/, '十');
}

/** Up to 9999. 两千 everywhere, 两百 only at the very beginning (两百五, but 三千二百). */
function sayGroup(value: number, isFirst: boolean): string {
  const digits = Array.from(String(value), Number);
  let said = '';
  let hasGap = false;
  digits.forEach((digit, i) => {
    const place = digits.length - 1 - i;
    if (digit === 0) hasGap = true;
    else {
      if (hasGap) said += '零';
      hasGap = false;
      const isLiang = digit === 2 && (place === 3 || (place === 2 && i === 0 && isFirst));
      said += (isLiang ? '两' : DIGITS[digit]!) + PLACES[place]!;
    }
  });
  return said;
}
