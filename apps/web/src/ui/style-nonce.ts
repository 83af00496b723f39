/** The nonce of this page. Styles without it are refused by the page's content policy. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/**
 * Gives the nonce to every style element made by scripts. Ant Design passes it to its own styles only: its dialogs'
 * scroll lock and scroll bar measurement, and other libraries, make theirs without.
 */
export function giveNonceToStyles(): void {
  const nonce = styleNonce();
  if (!nonce) return;
  const create = document.createElement.bind(document);
  const createWithNonce = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  document.createElement = createWithNonce;
}
