import { html } from 'hono/html'
import { testCards } from '../../../contract/test-cards'
import type { AppDefinition } from '../../domain/app-definition'
import type { Html } from '../layout'
import { forgetSentForm } from './forget-sent-form'
import { type OfferParts, offerTestCards } from './offer-test-cards'

/** Where the script of the offer is served. */
export const OFFER_SCRIPT_PATH = '/test/checkout.js'

const parts: OfferParts = { list: 'test-card-list', button: 'test-card-button', field: 'cardNumber' }

/** The scripts as they are sent, in one. */
export const offerScript = `(${forgetSentForm.toString()})(window);
(${offerTestCards.toString()})(window, ${JSON.stringify(parts)})
`

/** What the page adds to its policy for the widget: scripts, calls and media of this origin, and no markup from text. */
export const offerPolicy = {
  'script-src': "'self'",
  'connect-src': "'self'",
  'media-src': "'self'",
  'trusted-types': "'none'",
  'require-trusted-types-for': "'script'",
} as const

const OUTCOMES = {
  paid: 'pays',
  declined: 'is declined',
  'insufficient-funds': 'has insufficient funds',
} as const satisfies Record<(typeof testCards)[number]['outcome'], string>

/**
 * The test cards beside the form: a button that opens the widget's modal, in a browser without scripts a list. The
 * widget belongs to no site here: it gates nothing and keeps no visits.
 */
export function testCardOffer({ id, keys }: Pick<AppDefinition, 'id' | 'keys'>): Html {
  return html`<details class="test-cards" id="${parts.list}">
      <summary>Test cards</summary>
      <ul>
        ${testCards.map(({ number, outcome }) => html`<li><strong>${number}</strong> ${OUTCOMES[outcome]}</li>`)}
      </ul>
    </details>
    <button type="button" class="quiet test-cards" id="${parts.button}" hidden>Test cards</button>
    <script
      src="/membership.js"
      data-memberstack-app="${id}"
      data-memberstack-key="${keys.test}"
      data-ms-analytics="off"
      data-ms-page-gate="off"
      defer
    ></script>
    <script src="${OFFER_SCRIPT_PATH}" defer></script>`
}
