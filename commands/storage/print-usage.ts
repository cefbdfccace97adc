import { openStore } from '../../api/open-store'
import type { Config } from '../../api/config'

const BYTES_PER_MB = 1_000_000

/**
 * A line for each app and mode: what its accounts store, rows and files, and what they may.
 * @throws ConfigError where the database cannot be used
 */
export async function printUsage(config: Config, { print }: { print: (line: string) => void }): Promise<void> {
  const store = await openStore(config, { mustExist: true })
  try {
    const usage = await store.storage.usage()
    if (usage.length === 0) print('No account stores anything yet.')
    for (const { appId, mode, verified, unverified, accounts } of usage) {
      const { total, unverifiedTotal } = config.storageLimits[mode]
      print(
        `${appId} ${mode}: ${megabytes(verified + unverified)} of ${megabytes(total)}, ${accounts.toLocaleString('en-US')} accounts; ` +
          `without a verified email ${megabytes(unverified)} of ${megabytes(unverifiedTotal)}`,
      )
    }
  } finally {
    await store.close()
  }
}

const megabytes = (bytes: number): string =>
  `${(bytes / BYTES_PER_MB).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
