// `npm test`: set-up, then everything that can be checked. Ends with `N passed, N failed`.
// `npm test -- server` runs only the steps whose name contains the word.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Missing, ROOT, buildWeb, main, prepare, requireProgram, run, say } from './prepare.mjs';

const DEAREST = 12;
const LONGEST_FAILURE = 2000;
/** Compiler and linter are written in Go and end when they are done: most of what they tidy up is a third of their work. */
const SPARING = { GOGC: '400', GOMEMLIMIT: '3GiB' };

await main(async () => {
  const node = await prepare();
  await buildWeb(node);
  const results = tool('.cache', 'results');
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });

  // What only reads the sources runs side by side and is printed as it ends.
  const checks = [
    // More than one checker would learn the same types again, each for itself: half as much work in all.
    { name: 'types', args: [tool('typescript', 'bin', 'tsc'), '-p', ROOT, '--checkers', '1'] },
    { name: 'format', args: [tool('oxfmt', 'bin', 'oxfmt'), '--check', '.'] },
    { name: 'arrows', args: script('check-arrows.ts') },
    { name: 'unused', args: [tool('knip', 'bin', 'knip.js')] },
    { name: 'spec', args: [...script('spec.ts'), '--check'] },
  ];
  // The same is true of it. It takes longer than all others, and leaves a core to what comes after them.
  const lint = { name: 'lint', args: [tool('oxlint', 'bin', 'oxlint')], env: { GOMAXPROCS: '1' } };
  const packs = { name: 'packs for unit and browser', args: script('fetch-packs.ts') };
  const suites = [
    {
      name: 'unit',
      args: [
        tool('vitest', 'vitest.mjs'),
        'run',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${join(results, 'unit.json')}`,
      ],
      count: () => countUnit(join(results, 'unit.json')),
      dearest: () => dearestUnit(join(results, 'unit.json')),
      failures: () => failuresUnit(join(results, 'unit.json')),
    },
    {
      name: 'browser',
      args: [
        tool('@playwright', 'test', 'cli.js'),
        'test',
        '--config',
        join(ROOT, 'e2e', 'playwright.config.ts'),
        '--reporter=line,json',
      ],
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, 'browser.json'),
        // Node takes the types out by itself. Playwright would do it once more, in a thread of every process, and then look
        // up each line of each call in a source map.
        PW_DISABLE_TS_ESM: '1',
      },
      count: () => countBrowser(join(results, 'browser.json')),
      dearest: () => dearestBrowser(join(results, 'browser.json')),
      failures: () => failuresBrowser(join(results, 'browser.json')),
    },
  ];
  const [word = ''] = process.argv.slice(2);
  const isAsked = ({ name }) => name.includes(word);
  // npm has a Chromium for x64 only.
  if (process.arch !== 'x64' && !process.env.CHROMIUM_PATH && suites.some((s) => s.name === 'browser' && isAsked(s))) {
    await requireChromium();
  }
  const total = { passed: 0, failed: 0 };
  const broken = [];
  const carryOut = async ({ name, args, env, count }, quiet) => {
    const began = Date.now();
    if (!quiet) say(`— ${name}`);
    const { code, output } = await run(node, args, {
      quiet,
      env: { NODE_COMPILE_CACHE: tool('.cache', 'compile'), ...SPARING, ...colour(), ...process.env, ...env },
    });
    if (quiet) say(`— ${name}\n${output}`);
    const { passed, failed } = count?.() ?? { passed: 0, failed: 0 };
    // A step that ends badly without naming a failure (a crash, an empty report) is itself one.
    const silent = count ? (code !== 0 && failed === 0) || passed + failed === 0 : code !== 0;
    total.passed += passed + (count || code !== 0 ? 0 : 1);
    total.failed += failed + (silent ? 1 : 0);
    if (code !== 0 || silent) broken.push(name);
    say(`  ${name}: ${code === 0 && !silent ? 'ok' : 'failed'}, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  };
  const linted = isAsked(lint) ? carryOut(lint, true) : null;
  // On a fresh machine packs come over the network meanwhile.
  await Promise.all([
    ...checks.filter(isAsked).map((check) => carryOut(check, true)),
    isAsked(packs) ? carryOut(packs, false) : null,
  ]);
  // Each waits for programs and databases a sixth of its time: side by side they leave no core idle. The first is seen at
  // work, the other is printed as it ends.
  await Promise.all([linted, ...suites.filter(isAsked).map((suite, n) => carryOut(suite, n > 0))]);
  for (const { dearest } of suites.filter(isAsked)) say(dearest());
  // Once more at the end: where only the last lines of a run are kept, they say why it failed.
  for (const { failures } of suites.filter(isAsked)) for (const failure of failures()) say(failure);
  if (broken.length > 0) say(`failed: ${broken.join(', ')}`);
  say(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
});

/** Its shell is all that journeys need, and does half the work; not every system has it by itself. */
async function requireChromium() {
  try {
    await requireProgram('chromium-headless-shell');
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    await requireProgram('chromium');
  }
}

function tool(...path) {
  return join(ROOT, 'node_modules', ...path);
}

function script(name) {
  return [join(ROOT, 'scripts', name)];
}

function colour() {
  return process.stdout.isTTY ? {} : { NO_COLOR: '1' };
}

function countUnit(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const filesThatDidNotLoad = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + filesThatDidNotLoad.length };
}

function countBrowser(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** What to look at first when the whole run gets too long. */
function dearestUnit(file) {
  if (!existsSync(file)) return '';
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  return nameDearest(
    testResults.map(({ name, startTime, endTime }) => ({
      name: relative(ROOT, name),
      seconds: (endTime - startTime) / 1000,
    })),
  );
}

function dearestBrowser(file) {
  if (!existsSync(file)) return '';
  const { suites } = JSON.parse(readFileSync(file, 'utf8'));
  const secondsOf = ({ specs = [], suites: inner = [] }) =>
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration / 1000, 0) + inner.reduce((sum, one) => sum + secondsOf(one), 0);
  return nameDearest(suites.map((one) => ({ name: one.file, seconds: secondsOf(one) })));
}

function failuresUnit(file) {
  if (!existsSync(file)) return [];
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  return testResults.flatMap(({ name, message, assertionResults }) =>
    assertionResults.length === 0 && message
      ? [describeFailure(relative(ROOT, name), [message])]
      : assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ title, failureMessages }) => describeFailure(`${relative(ROOT, name)} › ${title}`, failureMessages)),
  );
}

function failuresBrowser(file) {
  if (!existsSync(file)) return [];
  const { suites, errors } = JSON.parse(readFileSync(file, 'utf8'));
  const failedIn = ({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file: name, title, tests }) =>
        describeFailure(
          `${name} › ${title}`,
          tests.flatMap(({ results }) => results.flatMap((one) => one.errors.map(({ message }) => message))),
        ),
      ),
    ...inner.flatMap(failedIn),
  ];
  return [...errors.map(({ message }) => describeFailure('browser', [message])), ...suites.flatMap(failedIn)];
}

function describeFailure(name, messages) {
  const text = stripVTControlCharacters(messages.join('\n'));
  return `failed: ${name}\n${text.length > LONGEST_FAILURE ? `${text.slice(0, LONGEST_FAILURE)} …` : text}`;
}

function nameDearest(files) {
  const sorted = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, DEAREST);
  return `longest: ${sorted.map(({ name, seconds }) => `${name} ${Math.round(seconds)} s`).join(', ')}`;
}
