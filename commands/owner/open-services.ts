import { readBanks } from '../../api/adapters/banks/read-banks'
import { systemClock } from '../../api/adapters/clock/system-clock'
import { openStore } from '../../api/adapters/database/open-store'
import { openIssuer } from '../../api/adapters/issuer/open-issuer'
import { openMirror } from '../../api/adapters/mirror/open-mirror'
import { choosePayments } from '../../api/adapters/payments/choose-payments'
import { stripeProviders } from '../../api/adapters/payments/stripe/stripe-providers'
import { createSecrets } from '../../api/adapters/secrets/random-secrets'
import { openSecurityLog } from '../../api/adapters/security-log/open-security-log'
import type { Config } from '../../api/config'
import { withWebhookEvents } from '../../api/domain/webhooks/with-webhook-events'
import type { Services } from '../../api/ports/services'

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
  | 'securityLog'
>

/**
 * The parts of the server that the owner's commands need, over the same database.
 * @throws {ConfigError} when there is no database, or it cannot be used
 */
export async function openServices(config: Config, banksFolder: string | URL): Promise<CommandServices> {
  const { urls, stripe, airtable } = config
  const banks = await readBanks(banksFolder)
  const [clock, secrets] = [systemClock, createSecrets()]
  const opened = await openStore(config, { mustExist: true })
  // The server's own workers look every few seconds.
  const store = withWebhookEvents(opened, { clock, secrets, webhooksWaiting: () => {} })
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
    // The terminal is for the answer: events are written where a file is named for them.
    securityLog: openSecurityLog(config, null),
  }
}
