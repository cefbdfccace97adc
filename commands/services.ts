import type { Database } from '../api/database/db'
import { createAppAccounts } from '../api/features/app-secrets/accounts'
import { createCredentialCipher, readCredentialKeys } from '../api/lib/credential-cipher'
import { creditFulfilment } from '../api/features/tag-purchases/fulfilment'
import { systemClock } from '../api/lib/clock'
import { openStore } from '../api/open-store'
import { NO_INSTALLATION } from '../api/database/open-tables'
import { createSecrets } from '../api/lib/ids'
import { openSecurityLog } from '../api/http/security-log'
import { ConfigError } from '../api/config'
import type { Config } from '../api/config'
import { readBanks } from '../api/features/assessments/question-bank'
import { chooseKeys, openIssuer } from '../api/features/credentials/issuer'
import { openMirror } from '../api/features/mirror/airtable'
import { choosePayments, stripeProviders } from '../api/features/payments/providers'
import { createProofAlarm } from '../api/features/tags/proof-alarm'
import { withWebhookEvents } from '../api/features/webhooks/track-changes'
import type { Services } from '../api/http/services'
import { listApps } from '../api/features/apps/repository'

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
  | 'webhookCipher'
  | 'mailWaiting'
  | 'logGrew'
  | 'securityLog'
  | 'proofAlarm'
>

/**
 * The server's services for the owner's commands, on the same database.
 * @throws {ConfigError} if there is no database, or it cannot be used
 */
export async function openServices(config: Config, banksFolder: string | URL): Promise<CommandServices> {
  const { urls, stripe, airtable } = config
  const banks = await readBanks(config.banksDir ?? banksFolder)
  const [clock, secrets] = [systemClock, createSecrets()]
  const opened = await openStarted(config)
  const cipher = createCredentialCipher(readCredentialKeys(config, config.encryptionKey))
  // No wake-up needed: the server's workers poll every few seconds.
  const store = withWebhookEvents(opened, { clock, secrets, webhooksWaiting: () => {} })
  const issuer = await openIssuer(config, store, clock).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  // Stdout is for results: security events go to a file or nowhere.
  const securityLog = openSecurityLog(config, null)
  const mailWaiting = () => {}
  return {
    store,
    secrets,
    clock,
    banks,
    issuer,
    fulfilment: creditFulfilment,
    payments: choosePayments({
      store,
      clock,
      secrets,
      urls,
      stripe: stripeProviders(stripe),
      ofApp: createAppAccounts({
        db: store,
        cipher,
        stripeApiUrl: stripe.apiUrl,
      }).payments,
    }),
    mirror: openMirror(airtable, { warn: () => {} }),
    urls,
    webhooksToLoopback: config.development,
    webhookCipher: cipher,
    mailWaiting,
    logGrew: () => {},
    securityLog,
    proofAlarm: createProofAlarm({ store, log: { error: () => {} }, securityLog, secrets, clock, mailWaiting }),
  }
}

/** A migrated database without apps and keys is not an installation; opening the issuer would create keys in it. */
async function openStarted(config: Config): Promise<Database> {
  const store = await openStore(config, { mustExist: true })
  try {
    if ((await listApps(store)).length === 0 && !(await hasKeys(config, store))) throw new ConfigError(NO_INSTALLATION)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** True for unusable keys: the issuer reports their problem. */
const hasKeys = (config: Config, store: Database): Promise<boolean> =>
  chooseKeys(config, store)
    .list()
    .then(
      (keys) => keys.length > 0,
      () => true,
    )
