import type { Logger } from 'pino'
import type { Config } from '../../config'

/** A database is copied, dumped and shown to more people than a folder of one machine: what signs in its issuer's name should not be readable there. */
export function warnOfPlainKeys(
  { keys, development }: Pick<Config, 'keys' | 'development'>,
  log: Pick<Logger, 'warn'>,
): void {
  if (development || keys.keysIn !== 'database' || keys.encryptionKey !== null) return
  log.warn(
    'the keys that sign TrustTags stand plain in the database and its backups: set KEY_ENCRYPTION_KEY (docs/scaling.md)',
  )
}
