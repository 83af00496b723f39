const NAMES = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SYSTEMROOT', 'TEMP'];

/** What the programs get of our environment. Keys and passwords are in there, too, and none of a decoder's business. */
export const PROGRAM_ENV: NodeJS.ProcessEnv = Object.fromEntries(
  NAMES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
