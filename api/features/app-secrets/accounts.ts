import * as v from 'valibot'
import type { Db } from '../../database/db'
import { createBoundedCache } from '../../lib/cache'
import type { Mode } from '../../lib/ids'
import type { OwnerScope } from '../apps/definition'
import { createSmtpMailer, type Mailer, type SmtpSettings } from '../mail/mailers'
import type { Payments } from '../payments/provider'
import { type Connect, lazyStripe } from '../payments/stripe/client'
import { createStripePayments } from '../payments/stripe/stripe-payments'
import type { Binding, CredentialCipher } from '../../lib/credential-cipher'
import { type CredentialRow, findCredential } from './repository'

declare module '../../http/services' {
  interface Services {
    appAccounts: AppAccounts
  }
}

/** Accounts of the apps themselves, which replace those of the server. */
export interface AppAccounts {
  cipher: CredentialCipher
  /** Mail server of the settings; null: mails stay in the test mailbox. */
  serverMail: ServerMail | null
  /** Modes in which the settings have a signing secret of Stripe. */
  serverWebhooks: readonly Mode[]
  /** Null without the app's own key, or if it cannot be decrypted. */
  payments: (scope: OwnerScope) => Promise<Payments | null>
  mailer: (scope: OwnerScope) => Promise<Mailer | null>
  /** Signs the events of the app's own Stripe account. */
  webhookSecret: (scope: OwnerScope) => Promise<string | null>
  /** With a key that is not stored yet. */
  connect(secretKey: string): Connect
  readStripe(row: CredentialRow): StripeSecret | null
  readSmtp(row: CredentialRow): SmtpSettings | null
}

interface ServerMail {
  settings: SmtpSettings
  mailers: Readonly<Record<Mode, Mailer>>
}

const stripeSecret = v.object({
  secretKey: v.string(),
  webhookId: v.nullable(v.string()),
  webhookSecret: v.nullable(v.string()),
})
export type StripeSecret = v.InferOutput<typeof stripeSecret>

const smtpSecret = v.object({
  host: v.string(),
  port: v.number(),
  secure: v.boolean(),
  login: v.nullable(v.object({ user: v.string(), password: v.string() })),
})

/** Accounts in use; one per stored secret. */
const CACHED_MAX = 200

interface AccountOptions {
  db: Db
  cipher: CredentialCipher
  /** Origin of a fake Stripe server in development; null: Stripe itself. */
  stripeApiUrl: string | null
  serverMail?: ServerMail | null
  serverWebhooks?: readonly Mode[]
}

export function createAppAccounts(options: AccountOptions): AppAccounts {
  const { db, cipher, stripeApiUrl, serverMail = null, serverWebhooks = [] } = options
  const [known, mailers] = [createBoundedCache<Payments>(CACHED_MAX), createBoundedCache<Mailer>(CACHED_MAX)]
  const connect = (secretKey: string): Connect => lazyStripe({ secretKey, apiUrl: stripeApiUrl })
  const read = <T>(row: CredentialRow, schema: v.GenericSchema<unknown, T>): T | null => {
    const text = cipher.open(bindingOf(row), row.sealed)
    return text === null ? null : v.parse(schema, JSON.parse(text))
  }
  const readStripe = (row: CredentialRow): StripeSecret | null => read(row, stripeSecret)
  const readSmtp = (row: CredentialRow): SmtpSettings | null => read(row, smtpSecret)
  return {
    cipher,
    serverMail,
    serverWebhooks,
    connect,
    readStripe,
    readSmtp,
    async payments(scope) {
      const row = await findCredential(db, scope, 'stripe')
      if (!row) return null
      const found = known.get(row.sealed)
      if (found) return found
      const secret = readStripe(row)
      if (!secret || row.account === null) return null
      return known.set(row.sealed, createStripePayments(connect(secret.secretKey), row.account))
    },
    async mailer(scope) {
      const row = await findCredential(db, scope, 'smtp')
      if (!row) return null
      const found = mailers.get(row.sealed)
      if (found) return found
      const settings = readSmtp(row)
      return settings && mailers.set(row.sealed, createSmtpMailer(settings))
    },
    async webhookSecret(scope) {
      const row = await findCredential(db, scope, 'stripe')
      return row ? (readStripe(row)?.webhookSecret ?? null) : null
    },
  }
}

const bindingOf = ({ appId, mode, kind }: Binding): Binding => ({ appId, mode, kind })
