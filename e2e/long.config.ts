import config from './playwright.config.ts';

/** What takes longer than a test run may: `npm run bench example`. */
const { projects: _projects, ...rest } = config;
export default { ...rest, testDir: 'long', workers: 1 };
