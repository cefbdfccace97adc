import { html } from 'hono/html'
import * as v from 'valibot'
import { email } from '../../../contract/schemas/fields'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../../domain/app-definition'
import { layout } from '../layout'
import type { Page } from '../page'
import { redirectTo } from '../redirect-to'
import { consentForm } from './consent-form'
import { giveCode } from './give-code'
import { readAsked } from './read-asked'
import type { Asked } from './read-asked'

/** Plays a provider that is not set up: whoever looks at it says who they are there. Test Mode alone has it. */
export const testConsent: Page = async (services, { url, form }) => {
  const request = await readAsked(services, form ?? url.searchParams)
  const app = request && (await services.store.apps.findById(request.flow.appId))
  if (!request || !app) return unknown()
  const { asked, flow } = request
  const provider = nameOf(app, flow.provider)
  // A browser holds the redirects after a form to the same rule as the form: on the full-page way they end on the site.
  const site = flow.returnUrl === null ? {} : { 'form-action': flow.openerOrigin }
  const page = (typed: URLSearchParams | null, status = 200) =>
    layout({
      title: `Continue with ${provider.name}`,
      appName: app.name,
      status,
      policy: site,
      content: html`<p class="notice">
          Test Mode: this page stands in for ${provider.name}. Nobody’s real account is touched.
        </p>
        <p>${app.name} asks ${provider.name} who you are. Say who you want to be.</p>
        ${consentForm({ asked, provider, typed })}`,
    })
  if (!form) return page(null)
  if (form.get('action') === 'cancel') return backTo(asked, { error: 'access_denied' })
  const typed = v.safeParse(email, form.get('email') ?? '')
  if (!typed.success) return page(form, new ApiError('invalid-email').status)
  const emailVerified = form.has('verified')
  const { state: _, ...proofs } = asked
  const code = await giveCode(services, { ...proofs, provider: provider.key, email: typed.output, emailVerified })
  return backTo(asked, { code })
}

const nameOf = ({ authProviders }: AppDefinition, key: string) => ({
  key,
  name: authProviders.find(({ provider }) => provider === key)?.name ?? key,
})

function backTo({ redirectUri, state }: Asked, end: { code: string } | { error: string }): Response {
  const url = new URL(redirectUri)
  url.search = new URLSearchParams({ state, ...end }).toString()
  return redirectTo(url.href)
}

function unknown(): Promise<Response> {
  return layout({
    title: 'There is no such login',
    status: new ApiError('not-found').status,
    content: html`<p>It is over, took too long, or is not one of Test Mode. Go back to the site, and begin again.</p>`,
  })
}
