import { html } from 'hono/html'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { errors } from '../../../contract/errors'
import { EMAIL_MAX_CHARS } from '../../../contract/limits'
import { email as emailSchema } from '../../../contract/schemas/fields'
import type { Db } from '../../database/db'
import { layout, redirectTo } from '../../http/page-kit'
import type { Html, Page } from '../../http/page-kit'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { findAppById } from '../apps/repository'
import { callbackUrl } from '../apps/social-providers'
import type { AuthorizationAnswer, SocialProvider } from '../apps/social-providers'
import { trustsProviderEmail } from './providers'
import { consumeTestConsent, findProviderFlow, insertTestConsent } from './repository'
import type { ProviderFlowRow, TestConsentRow } from './repository'
import { text } from './page-texts'

export const TEST_CONSENT_PATH = '/test/consent'

export type TestConsentParts = Pick<Services, 'secrets' | 'clock' | 'urls'> & { store: Db }

/**
 * Replaces an unconfigured provider in Test Mode with our page that asks for an email address. Follows the protocol: a
 * code works once, with its request's verifier, nonce and redirect URL.
 */
export function createTestConsentProvider(
  key: string,
  { store, secrets, clock, urls }: TestConsentParts,
): SocialProvider {
  return {
    key,

    async authorize({ state, verifier, nonce, redirectUri }) {
      const url = new URL(TEST_CONSENT_PATH, urls.api)
      const asked = { state, nonce, redirect_uri: redirectUri, code_challenge: challengeOf(verifier) }
      url.search = new URLSearchParams(asked).toString()
      return url
    },

    async identify(answer) {
      const { parameters } = answer
      if (parameters.get('error') === 'access_denied') throw new ApiError('provider-cancelled')
      const consent = await consumeTestConsent(store, secrets.digest(parameters.get('code') ?? ''), clock.now())
      if (!consent || consent.provider !== key || !isFor(consent, answer)) throw new ApiError('account-connect-failed')
      const { email, emailVerified } = consent
      // The same email address is always the same account.
      const subject = secrets.digest(email)
      return {
        subject,
        email,
        emailVerified: emailVerified && trustsProviderEmail(key),
        firstName: null,
        lastName: null,
      }
    },
  }
}

const isFor = (
  { challenge, redirectUri, nonce }: TestConsentRow,
  answer: Pick<AuthorizationAnswer, 'verifier' | 'redirectUri' | 'nonce'>,
): boolean => challenge === challengeOf(answer.verifier) && redirectUri === answer.redirectUri && nonce === answer.nonce

/** PKCE, method S256. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export const testConsent: Page = async (services, { url, form }) => {
  const request = await readConsentRequest(services, form ?? url.searchParams)
  const app = request && (await findAppById(services.store, request.flow.appId))
  if (!request || !app) return unknown()
  const { asked, flow } = request
  const provider = nameOf(app, flow.provider)
  // Browsers apply form-action to the redirects after a form too, and a full-page flow ends on the site.
  const site = flow.returnUrl === null ? {} : { 'form-action': flow.openerOrigin }
  const page = (typed: URLSearchParams | null, status = 200) =>
    layout({
      title: text('consentTitle', { provider: provider.name }),
      appName: app.name,
      status,
      policy: site,
      content: html`<p class="notice">${text('consentTestMode', { provider: provider.name })}</p>
        <p>${text('consentIntro', { app: app.name, provider: provider.name })}</p>
        ${consentForm({ asked, provider, typed })}`,
    })
  if (!form) return page(null)
  if (form.get('action') === 'cancel') return backTo(asked, { error: 'access_denied' })
  const typed = v.safeParse(emailSchema, form.get('email') ?? '')
  if (!typed.success) return page(form, new ApiError('invalid-email').status)
  const emailVerified = form.has('verified')
  const { state: _, ...proofs } = asked
  const code = await storeConsent(services, { ...proofs, provider: provider.key, email: typed.output, emailVerified })
  return backTo(asked, { code })
}

const nameOf = ({ authProviders }: AppDefinition, key: string) => ({
  key,
  name: authProviders.find(({ provider }) => provider === key)?.name ?? key,
})

function backTo({ redirectUri, state }: ConsentRequest, end: { code: string } | { error: string }): Response {
  const url = new URL(redirectUri)
  url.search = new URLSearchParams({ state, ...end }).toString()
  return redirectTo(url.href)
}

function unknown(): Promise<Response> {
  return layout({
    title: text('consentUnknownTitle'),
    status: new ApiError('not-found').status,
    content: html`<p>${text('consentUnknown')}</p>`,
  })
}

/** An authorization request (RFC 6749, section 4.1.1; PKCE; OpenID Connect). */
interface ConsentRequest {
  state: string
  nonce: string
  redirectUri: string
  challenge: string
}

const FIELDS = {
  state: 'state',
  nonce: 'nonce',
  redirectUri: 'redirect_uri',
  challenge: 'code_challenge',
} as const satisfies Record<keyof ConsentRequest, string>

/** Null unless the request belongs to an open Test Mode flow and returns to that provider's callback. */
async function readConsentRequest(
  { store, secrets, clock, urls }: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls'>,
  fields: URLSearchParams,
): Promise<{ asked: ConsentRequest; flow: ProviderFlowRow } | null> {
  const read = (field: keyof ConsentRequest): string => fields.get(FIELDS[field]) ?? ''
  const asked: ConsentRequest = {
    state: read('state'),
    nonce: read('nonce'),
    redirectUri: read('redirectUri'),
    challenge: read('challenge'),
  }
  const flow = await findProviderFlow(store, secrets.digest(asked.state), clock.now())
  const isOurs = flow?.mode === 'test' && asked.redirectUri === callbackUrl(urls, flow.provider)
  return isOurs && /^[\w-]{43}$/u.test(asked.challenge) ? { asked, flow } : null
}

const CODE_LIFETIME_MS = 60_000

async function storeConsent(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  consent: Omit<TestConsentRow, 'codeDigest' | 'expiresAt'>,
): Promise<string> {
  const code = secrets.sessionToken()
  const expiresAt = clock.now() + CODE_LIFETIME_MS
  await insertTestConsent(store, { ...consent, codeDigest: secrets.digest(code), expiresAt })
  return code
}

interface ConsentFormOptions {
  asked: ConsentRequest
  provider: { key: string; name: string }
  /** The submitted form, with an invalid email address; null on the first visit. */
  typed: URLSearchParams | null
}

function consentForm({ asked, provider, typed }: ConsentFormOptions): Html {
  const fields: [keyof ConsentRequest, string][] = [
    ['state', asked.state],
    ['nonce', asked.nonce],
    ['redirectUri', asked.redirectUri],
    ['challenge', asked.challenge],
  ]
  return html`<form method="post" action="${TEST_CONSENT_PATH}" novalidate>
    ${fields.map(([field, value]) => html`<input type="hidden" name="${FIELDS[field]}" value="${value}" />`)}
    <div class="field">
      <label for="email">${text('email')}</label>
      <input
        id="email"
        name="email"
        type="email"
        inputmode="email"
        autocomplete="off"
        spellcheck="false"
        maxlength="${EMAIL_MAX_CHARS}"
        value="${typed?.get('email') ?? ''}"
        required
        autofocus
        ${typed ? html`aria-invalid="true" aria-describedby="problem"` : ''}
      />
      ${typed ? html`<p class="error" id="problem" role="alert">${errors['invalid-email'].message}</p>` : ''}
    </div>
    ${trustsProviderEmail(provider.key) ? verified(typed) : unproven(provider.name)}
    <div class="choices">
      <button name="action" value="continue">${text('continue')}</button>
      <button class="quiet" name="action" value="cancel">${text('cancel')}</button>
    </div>
  </form>`
}

const verified = (typed: URLSearchParams | null): Html =>
  html`<label class="check">
    <input type="checkbox" name="verified" ${typed === null || typed.has('verified') ? 'checked' : ''} />
    ${text('consentVerified')}
  </label>`

const unproven = (name: string): Html => html`<p class="note">${text('consentUnverified', { provider: name })}</p>`
