import { randomBytes } from 'node:crypto'
import { createEnvironmentKeys } from '../../api/features/credentials/keys'
import { createIssuer } from '../../api/features/credentials/issuer'

const seed = () => new Uint8Array(randomBytes(32))

/** A real issuer with keys in memory. */
export const anIssuer = (origin = 'http://localhost:4001') =>
  createIssuer({
    origin,
    keys: createEnvironmentKeys({
      seeds: { 'issuer-live': seed(), 'issuer-test': seed(), 'log-live': seed(), 'log-test': seed() },
      retired: { 'issuer-live': [], 'issuer-test': [], 'log-live': [], 'log-test': [] },
    }),
    now: () => 0,
  })
