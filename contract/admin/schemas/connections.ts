import * as v from 'valibot'
import { LIVE_DOMAINS_MAX } from '../../limits'
import { emailAddress } from '../../schemas/fields'
import type { SchemasFor } from '../../schemas/schema'
import type { adminConnectionEndpoints } from '../endpoints/connections'

const text = (max: number) =>
  v.pipe(
    v.string('invalid-field-type'),
    v.trim(),
    v.nonEmpty('required-field-missing'),
    v.maxLength(max, 'field-limit-exceeded'),
  )

const nothing = v.object({})

const installation = v.object({
  /** Scheme, host and port of the calling page. */
  origin: v.string(),
  /** Version of membership.js; null: unknown. */
  scriptVersion: v.nullable(v.string()),
  firstSeenAt: v.string(),
  /** To the hour. */
  lastSeenAt: v.string(),
})

export const credentialKinds = ['stripe', 'smtp'] as const
export type CredentialKind = (typeof credentialKinds)[number]

const testMail = v.object({
  at: v.string(),
  /** A sentence; null: the mail server took it. */
  problem: v.nullable(v.string()),
})

const credential = v.object({
  kind: v.picklist(credentialKinds),
  /** `app`: the app's own; `server`: the settings of the server; `none`: not set up. */
  from: v.picklist(['app', 'server', 'none']),
  /** Last four characters of the app's own secret. */
  ending: v.nullable(v.string()),
  /** The visible part, such as the mail server's host. */
  detail: v.record(v.string(), v.string()),
  changedAt: v.nullable(v.string()),
  /** Time of the last check; null: never. */
  checkedAt: v.nullable(v.string()),
  /** A sentence; null if the last check succeeded or none has run. */
  problem: v.nullable(v.string()),
  /** Running subscriptions of Stripe; null: another kind. */
  subscriptions: v.nullable(
    v.object({
      /** Sold through the app's own account. */
      own: v.number(),
      /** Sold through an account that is no longer set up: only its owner can change them, at Stripe. */
      elsewhere: v.number(),
    }),
  ),
  /** Last test mail through the mail server in use; null: none, or another kind. */
  testMail: v.nullable(testMail),
})
export type Credential = v.InferOutput<typeof credential>

/** Checks before live mode, in the order of the screen. */
export const goLiveChecks = {
  'api-https': 'blocker',
  'stripe-key': 'blocker',
  'stripe-webhook': 'blocker',
  'test-mail': 'blocker',
  'sender-dns': 'advice',
  'test-purchase': 'advice',
  'page-check': 'advice',
} as const
export type GoLiveCheck = keyof typeof goLiveChecks

const liveState = v.object({
  isLive: v.boolean(),
  /** Host names that are live or could be. */
  domains: v.array(
    v.object({
      domain: v.string(),
      isLive: v.boolean(),
      /** Null: no page of it has called. */
      lastCallAt: v.nullable(v.string()),
      /** Why it can't go live. */
      problem: v.nullable(v.picklist(['not-called', 'no-https'])),
    }),
  ),
  checks: v.array(
    v.object({
      id: v.picklist([
        'api-https',
        'stripe-key',
        'stripe-webhook',
        'test-mail',
        'sender-dns',
        'test-purchase',
        'page-check',
      ]),
      importance: v.picklist(['blocker', 'advice']),
      /** Null: the server can't know. */
      isDone: v.nullable(v.boolean()),
      /** A sentence about what failed. */
      problem: v.nullable(v.string()),
    }),
  ),
})
export type LiveState = v.InferOutput<typeof liveState>

export const adminConnectionSchemas = {
  listInstallations: { input: nothing, output: v.array(installation) },
  fetchPage: {
    input: v.object({ url: text(2_048) }),
    output: v.object({
      url: v.string(),
      statusCode: v.number(),
      contentType: v.string(),
      html: v.string(),
      /** The page is longer than the limit; `html` is its beginning. */
      isCut: v.boolean(),
    }),
  },
  listCredentials: { input: nothing, output: v.array(credential) },
  /** For Stripe `secretKey`; for a mail server the other fields. */
  setCredential: {
    input: v.object({
      secretKey: v.optional(text(300)),
      /** The key may belong to another account than the one that sold running subscriptions. */
      replacesAccount: v.optional(v.boolean('invalid-field-type')),
      host: v.optional(text(253)),
      port: v.optional(
        v.pipe(
          v.number('invalid-field-type'),
          v.integer('invalid-field-value'),
          v.minValue(1, 'invalid-field-value'),
          v.maxValue(65_535, 'invalid-field-value'),
        ),
      ),
      /** TLS from the first byte; otherwise STARTTLS. */
      secure: v.optional(v.boolean('invalid-field-type')),
      user: v.optional(text(320)),
      password: v.optional(v.pipe(v.string('invalid-field-type'), v.maxLength(1_000, 'field-limit-exceeded'))),
    }),
    output: credential,
  },
  /** `email` is required from programs. People without it get the mail themselves. */
  sendTestMail: {
    input: v.object({ email: v.optional(v.pipe(text(320), emailAddress('invalid-email'))) }),
    output: v.object({ ...testMail.entries, email: v.string() }),
  },
  readGoLive: { input: nothing, output: liveState },
  /** The app's live domains from now on; none ends live mode. */
  goLive: {
    input: v.object({ domains: v.pipe(v.array(text(253)), v.maxLength(LIVE_DOMAINS_MAX, 'field-limit-exceeded')) }),
    output: liveState,
  },
  removeCredential: { input: nothing, output: credential },
  checkCredential: { input: nothing, output: credential },
} satisfies SchemasFor<typeof adminConnectionEndpoints>
