/** Hexadecimal. `crypto.randomUUID` is missing where the product is opened over plain HTTP on a local network. */
export function randomId(bytes = 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
