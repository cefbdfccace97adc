import { randomUUID } from 'node:crypto'

/**
 * UUIDs, ULIDs and what proxies number their requests with. Nothing in it can end a line or a header, and no key or
 * token of ours is one: they have other signs or are longer.
 */
const SAFE = /^[0-9A-Za-z-]{8,40}$/u

/** @param sent the header X-Request-Id: what stands before us may have named the request already */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && SAFE.test(sent) ? sent : randomUUID()
