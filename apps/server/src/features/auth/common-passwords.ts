/** What lists of leaked passwords begin with, figures and marks around them cut off. */
const COMMON = new Set(
  `password passw0rd qwertyui qwertyuiop 1q2w3e4r 1qaz2wsx q1w2e3r4 1q2w3e4r5t asdfghjk asdfghjkl zxcvbnm zxcvbnm1 qazwsxedc
  iloveyou sunshine princess football baseball welcome superman trustno1 dearbook woaini woaini520 woaini1314 wang
  admin administrator root guest test user hello letmein master dragon monkey shadow michael jennifer abc abcd abcde
  abcdef a1b2c3d4 aa123456 qq123456 asd123456 zxc123456 qwe123456 q123456789 a123456789 a12345678 woaini521 5201314
  mixreel hunjian 混剪工场 我爱你 密码 中国`.split(/\s+/),
);

/** Whether somebody who guesses would try it among the first: a common word, a short number, a run of keys, the name. */
export function isCommon(password: string, name: string): boolean {
  const text = password.toLowerCase();
  const word = text.replace(/^[\d!@#$%^&*._-]+/, '').replace(/[\d!@#$%^&*._-]+$/, '');
  if (COMMON.has(text) || COMMON.has(word) || /^\d{1,11}$/.test(text) || isRun(text)) return true;
  const own = name.toLowerCase();
  return own.length > 1 && text.replaceAll(own, '').length < 4;
}

/** Few different characters, or each the one after the last. */
function isRun(text: string): boolean {
  if (new Set(text).size <= 3) return true;
  const steps = Array.from({ length: text.length - 1 }, (_, n) => text.charCodeAt(n + 1) - text.charCodeAt(n));
  return steps.filter((step) => Math.abs(step) === 1).length >= steps.length - 2;
}
