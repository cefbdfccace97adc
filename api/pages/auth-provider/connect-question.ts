import { html } from 'hono/html'
import type { FlowRequest } from '../../domain/social/begin-flow'
import type { Services } from '../../ports/services'
import { layout } from '../layout'

/**
 * Stands between where the browser does not say which site led here: somebody else's page could then connect a visitor's
 * account at a provider with a member of its own, and would have them log in to that from now on.
 */
export async function connectQuestion(
  { store }: Pick<Services, 'store'>,
  { app, provider, caller }: Pick<FlowRequest, 'app' | 'provider' | 'caller'>,
  authorizeUrl: URL,
): Promise<Response> {
  const member = caller && (await store.members.findById(caller.memberId))
  const name = app.authProviders.find((offered) => offered.provider === provider)?.name ?? provider
  return layout({
    title: `Connect ${name}?`,
    appName: app.name,
    content: html`<p>Your account at ${name} will log in to this account at ${app.name}:</p>
      <p><strong>${member?.email ?? ''}</strong></p>
      <p>If that is not yours, close this window: nothing has changed.</p>
      <p><a class="button" href="${authorizeUrl.href}">Connect</a></p>`,
  })
}
