import { resolve } from 'node:path'
import { ConfigError } from '../lib/settings'
import { readInteger } from './values'
import type { Read } from '../lib/settings'

/** Shorter ones could be guessed: nothing limits how often `/metrics` is asked. */
const TOKEN_MIN_CHARS = 16

/** How the service is watched, and how it ends. */
export interface ObservationSettings {
  /** How long requests are still taken once `/ready` says 503. */
  drainSeconds: number
  /** What whoever collects metrics sends; null: there are none. */
  metricsToken: string | null
  /** Absolute path of the file of the security log; null: it is part of the log. */
  securityLog: string | null
}

/** @throws {ConfigError}, which never repeats the token */
export function readObservation(read: Read): ObservationSettings {
  const metricsToken = read('METRICS_TOKEN') ?? null
  if (metricsToken !== null && !/^[\x21-\x7E]+$/u.test(metricsToken))
    throw new ConfigError('METRICS_TOKEN must be written in letters, digits and signs of ASCII, without spaces.')
  if (metricsToken !== null && metricsToken.length < TOKEN_MIN_CHARS)
    throw new ConfigError(`METRICS_TOKEN must have at least ${TOKEN_MIN_CHARS} characters.`)
  const file = read('SECURITY_LOG')
  return {
    drainSeconds: readInteger(read, 'DRAIN_SECONDS'),
    metricsToken,
    securityLog: file === undefined ? null : resolve(file),
  }
}
