import { creditFulfilment } from '../api/features/tag-purchases/fulfilment'
import { systemClock } from '../api/lib/clock'
import { openStore } from '../api/open-store'
import { NO_INSTALLATION } from '../api/database/open-tables'
import { createSecrets } from '../api/lib/ids'
import { openSecurityLog } from '../api/adapters/security-log/open-security-log'
import { ConfigError } from '../api/config'
import type { Config } from '../api/config'
import { readBanks } from '../api/features/assessments/question-bank'
import { chooseKeys, openIssuer } from '../api/features/credentials/issuer'
import { openMirror } from '../api/features/mirror/airtable'
import { choosePayments, stripeProviders } from '../api/features/payments/providers'
import { createProofAlarm } from '../api/features/tags/proof-alarm'
import { withWebhookEvents } from '../api/features/webhooks/track-changes'
import type { Services } from '../api/ports/services'
import type { Store } from '../api/ports/store'

export type CommandServices = Pick<
  Services,
  | 'store'
  | 'secrets'
  | 'clock'
  | 'banks'
  | 'payments'
  | 'issuer'
  | 'fulfilment'
  | 'mirror'
  | 'urls'
  | 'webhooksToLoopback'
  | 'mailWaiting'
  | 'logGrew'
  | 'securityLog'
  | 'proofAlarm'
>

/**
 * The parts of the server that the owner's commands need, over the same database.
 * @throws {ConfigError} when there is no database, or it cannot be used
 */
export async function openServices(config: Config, banksFolder: string | URL): Promise<CommandServices> {
  const { urls, stripe, airtable } = config
  const banks = await readBanks(banksFolder)
  const [clock, secrets] = [systemClock, createSecrets()]
  const opened = await openStarted(config)
  // The server's workers poll every few seconds.
  const store = withWebhookEvents(opened, { clock, secrets, webhooksWaiting: () => {} })
  const issuer = await openIssuer(config, store, clock).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  // Standard output is for results: security events go to a file or nowhere.
  const securityLog = openSecurityLog(config, null)
  const mailWaiting = () => {}
  return {
    store,
    secrets,
    clock,
    banks,
    issuer,
    fulfilment: creditFulfilment,
    payments: choosePayments({ store, clock, secrets, urls, stripe: stripeProviders(stripe) }),
    mirror: openMirror(airtable, { info: () => {} }),
    urls,
    webhooksToLoopback: config.development,
    mailWaiting,
    logGrew: () => {},
    securityLog,
    proofAlarm: createProofAlarm({ store, log: { error: () => {} }, securityLog, secrets, clock, mailWaiting }),
  }
}

/** A database that was only migrated has neither apps nor keys, and opening the issuer would make keys in it. */
async function openStarted(config: Config): Promise<Store> {
  const store = await openStore(config, { mustExist: true })
  try {
    if ((await store.apps.list()).length === 0 && !(await hasKeys(config, store)))
      throw new ConfigError(NO_INSTALLATION)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Unusable keys count: the issuer names their problem. */
const hasKeys = (config: Config, store: Store): Promise<boolean> =>
  chooseKeys(config, store)
    .list()
    .then(
      (keys) => keys.length > 0,
      () => true,
    )
