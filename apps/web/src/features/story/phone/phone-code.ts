import { create } from 'zustand';

const CODE = 'shoot_code';
const NAME = 'shoot_name';

/** The code that this phone last scanned, and what whoever shoots with it is called. Both stay when the page is closed. */
export const usePhone = create<{ code: string; name: string }>(() => ({
  code: localStorage.getItem(CODE) ?? '',
  name: localStorage.getItem(NAME) ?? '',
}));

/** Takes the code out of the address: it is nobody's business in a screenshot. */
export function takeCode(): void {
  const code = new URLSearchParams(window.location.hash.slice(1)).get('code');
  if (!code) return;
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  localStorage.setItem(CODE, code);
  usePhone.setState({ code });
}

export function setName(name: string): void {
  localStorage.setItem(NAME, name);
  usePhone.setState({ name });
}
