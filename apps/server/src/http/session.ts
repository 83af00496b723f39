import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The word that ends open streams, said with the session_id or the user_uid whose streams are meant. */
export const END_STREAMS = 'end_streams';

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Tokens are random enough that a plain hash cannot be guessed back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Authorization first, then the two other headers that the product's clients send. */
export function tokenOf(request: FastifyRequest): string | null {
  const { authorization, 'access-token': access, token } = request.headers;
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  return bearer ?? firstText(access) ?? firstText(token);
}

function firstText(header: string | string[] | undefined): string | null {
  const value = Array.isArray(header) ? header[0] : header;
  return value ? value : null;
}

/** What a ticket opens: path and query in a fixed order, without the ticket itself. */
export function ticketAddress(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://site.invalid');
  searchParams.delete('ticket');
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}
