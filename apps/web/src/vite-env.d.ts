/// <reference types="vite/client" />

/** Made by antd-styles.ts. */
declare module 'virtual:antd-styles' {
  const css: string;
  // oxlint-disable-next-line import/no-default-export -- as Vite gives the text of a style sheet
  export default css;
}
