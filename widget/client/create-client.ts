import type { MembershipClient } from '../public'
import { $app } from '../stores/app'
import { endSession } from '../stores/identity'
import { showMessage } from '../stores/message'
import { waitUntilReady } from '../stores/readiness'
import { currentToken } from '../stores/session'
import { $visitSessionId } from '../stores/visit'
import { type CallEndpoint, createCall } from '../transport/call'
import { appMethods, readAppAndMember } from './app'
import { authMethods } from './auth'
import { createAuthChange } from './auth-change'
import { contentMethods } from './content'
import type { ClientContext } from './context'
import { loaderMethods } from './loader'
import { memberMethods } from './member'
import { exchangeTicket } from './member-ticket'
import { modalMethods } from './modals'
import { planMethods } from './plans'
import { profileImageMethods } from './profile-image'
import { socialMethods } from './social'
import { teamMethods } from './teams'
import { toldCall } from './told-call'
import { trackingMethods } from './tracking'

export interface ClientSettings {
  window: Window & typeof globalThis
  apiUrl: string
  appId: string
  /** The key on the install tag, null if it names none. */
  publicKey: string | null
  mayTrack: boolean
  /** Of an invite link that was opened in this tab, null without one: sign-ups take it along. */
  inviteToken(this: void): string | null
  fetch: typeof globalThis.fetch
  /** What `destroy` ends besides the client itself. */
  onDestroy(): void
}

export interface CreatedClient {
  client: MembershipClient
  /**
   * The first call of the page, which the queued ones wait for.
   * @param ticket logs in with it before
   */
  readFirstAnswer: (ticket?: string) => Promise<unknown>
}

/** The global object and everything behind it. */
export function createClient(settings: ClientSettings): CreatedClient {
  const callNow = connect(settings)
  const call: CallEndpoint = async (name, input, options) => {
    await waitUntilReady()
    return callNow(name, input, options)
  }
  const context: ClientContext = { ...settings, call }
  const authChange = createAuthChange()
  const client: MembershipClient = {
    ...appMethods(context),
    ...authMethods(context),
    ...memberMethods(context),
    ...profileImageMethods(context),
    ...contentMethods(context),
    ...planMethods(context),
    ...socialMethods(context),
    ...teamMethods(context),
    ...trackingMethods(context),
    ...loaderMethods(),
    ...modalMethods,
    _showMessage: showMessage,
    onAuthChange: authChange.onAuthChange,
    destroy() {
      authChange.stop()
      settings.onDestroy()
    },
  }
  return {
    client,
    async readFirstAnswer(ticket) {
      if (ticket !== undefined) await exchangeTicket(context, callNow, ticket)
      return readAppAndMember(context, callNow, true)
    },
  }
}

function connect({ window, apiUrl, appId, publicKey, fetch }: ClientSettings): CallEndpoint {
  const call = createCall({
    apiUrl,
    appId,
    fetch,
    publicKey: () => publicKey ?? $app.get()?.publicKey ?? null,
    token: currentToken,
    visitSessionId: () => $visitSessionId.get(),
    pagePath: () => window.location.pathname,
    onDeadToken(token) {
      if (token === currentToken()) endSession()
    },
  })
  return toldCall(call)
}
