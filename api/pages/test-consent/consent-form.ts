import { html } from 'hono/html'
import { errors } from '../../../contract/errors'
import { EMAIL_MAX_CHARS } from '../../../contract/limits'
import { trustsProviderEmail } from '../../domain/social/trusts-provider-email'
import { TEST_CONSENT_PATH } from '../../domain/social/test-consent-path'
import type { Html } from '../layout'
import { FIELDS } from './read-asked'
import type { Asked } from './read-asked'

interface ConsentFormOptions {
  asked: Asked
  provider: { key: string; name: string }
  /** What was sent, whose address cannot be used; null: nothing yet. */
  typed: URLSearchParams | null
}

/** Asks for an address, and whether the provider would vouch for it. */
export function consentForm({ asked, provider, typed }: ConsentFormOptions): Html {
  const fields: [keyof Asked, string][] = [
    ['state', asked.state],
    ['nonce', asked.nonce],
    ['redirectUri', asked.redirectUri],
    ['challenge', asked.challenge],
  ]
  return html`<form method="post" action="${TEST_CONSENT_PATH}" novalidate>
    ${fields.map(([field, value]) => html`<input type="hidden" name="${FIELDS[field]}" value="${value}" />`)}
    <div class="field">
      <label for="email">Email</label>
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
      <button name="action" value="continue">Continue</button>
      <button class="quiet" name="action" value="cancel">Cancel</button>
    </div>
  </form>`
}

const verified = (typed: URLSearchParams | null): Html =>
  html`<label class="check">
    <input type="checkbox" name="verified" ${typed === null || typed.has('verified') ? 'checked' : ''} />
    The provider has verified this address
  </label>`

const unproven = (name: string): Html =>
  html`<p class="note">
    ${name} does not promise that an address was proven. So it counts as not verified here, and never leads to an
    account that has it already.
  </p>`
