import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readBanks } from '../../api/adapters/banks/read-banks'
import { systemClock } from '../../api/adapters/clock/system-clock'
import { openDatabase } from '../../api/adapters/database/open-database'
import { openDatabaseProblem } from '../../api/adapters/database/open-database-problem'
import { openIssuer } from '../../api/adapters/issuer/open-issuer'
import { openMirror } from '../../api/adapters/mirror/open-mirror'
import { choosePayments } from '../../api/adapters/payments/choose-payments'
import { stripeProviders } from '../../api/adapters/payments/stripe/stripe-providers'
import { createSecrets } from '../../api/adapters/secrets/random-secrets'
import { ConfigError } from '../../api/config'
import type { Config } from '../../api/config'
import { filesUrl } from '../../api/domain/files/file-address'
import { withWebhookEvents } from '../../api/domain/webhooks/with-webhook-events'
import type { Services } from '../../api/ports/services'
import type { Store } from '../../api/ports/store'

export type CommandServices = Pick<
  Services,
  | 'store'
  | 'secrets'
  | 'clock'
  | 'banks'
  | 'payments'
  | 'issuer'
  | 'mirror'
  | 'urls'
  | 'webhooksToLoopback'
  | 'mailWaiting'
  | 'logGrew'
>

/**
 * The parts of the server that the owner's commands need, over the same database file.
 * @throws {ConfigError} when there is no database, or it cannot be used
 */
export async function openServices(config: Config, banksFolder: string | URL): Promise<CommandServices> {
  const { dataDir, urls, stripe, airtable } = config
  const file = join(dataDir, 'membership.db')
  if (!existsSync(file)) throw new ConfigError(`There is no database in DATA_DIR ${dataDir}. Start the server once.`)
  const banks = await readBanks(banksFolder)
  const [clock, secrets] = [systemClock, createSecrets()]
  // The server's own workers look every few seconds.
  const store = withWebhookEvents(await open(file, filesUrl(urls)), { clock, secrets, webhooksWaiting: () => {} })
  const issuer = await openIssuer(config, store, clock).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  return {
    store,
    secrets,
    clock,
    banks,
    issuer,
    payments: choosePayments({ store, clock, secrets, urls, stripe: stripeProviders(stripe) }),
    mirror: openMirror(airtable, { info: () => {} }),
    urls,
    webhooksToLoopback: config.development,
    mailWaiting: () => {},
    logGrew: () => {},
  }
}

async function open(file: string, filesAddress: string): Promise<Store> {
  try {
    return await openDatabase({ file, filesUrl: filesAddress })
  } catch (error) {
    const problem = openDatabaseProblem(error)
    if (problem === null) throw error
    throw new ConfigError(`${file} cannot be used: ${problem}`, { cause: error })
  }
}
