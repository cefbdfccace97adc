import type { MembershipClient } from '../public'
import { $app } from '../stores/app'
import { endSession } from '../stores/identity'
import { showMessage } from '../stores/message'
import type { Trip } from '../stores/departure'
import type { DeviceMemory } from '../stores/device'
import { waitUntilReady } from '../stores/readiness'
import { currentToken } from '../stores/session'
import { $visitSessionId } from '../stores/visit'
import { type CallEndpoint, createCall } from '../transport/call'
import { appMethods, readAppAndMember } from './app'
import { authMethods } from './auth'
import { createAuthChange } from './auth-change'
import { commentMethods } from './comments'
import { contentMethods } from './content'
import type { ClientContext } from './context'
import { dataTableMethods } from './data-tables'
import { loaderMethods } from './loader'
import { memberMethods } from './member'
import { modalMethods } from './modals'
import { planMethods } from './plans'
import { profileImageMethods } from './profile-image'
import { createSocial } from './social'
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
  /** As `ClientContext` has it. */
  keepTrip(this: void, trip: Trip): boolean
  device: DeviceMemory
  fetch: typeof globalThis.fetch
  /** What `destroy` ends besides the client itself. */
  onDestroy(): void
}

export interface CreatedClient {
  client: MembershipClient
  /**
   * The first call of the page, which the queued ones wait for.
   * @param enter logs in before, with what the page was opened with; its calls do not wait
   */
  readFirstAnswer: (enter?: Enter) => Promise<unknown>
}

/** Never rejects. */
export type Enter = (context: ClientContext, call: CallEndpoint) => Promise<unknown>

/** The global object and everything behind it. */
export function createClient(settings: ClientSettings): CreatedClient {
  const publicKey = (): string | null => settings.publicKey ?? $app.get()?.publicKey ?? null
  const callNow = connect(settings, publicKey)
  const call: CallEndpoint = async (name, input, options) => {
    await waitUntilReady()
    return callNow(name, input, options)
  }
  const context: ClientContext = { ...settings, publicKey, call }
  const authChange = createAuthChange()
  const social = createSocial(context)
  const client: MembershipClient = {
    ...appMethods(context),
    ...authMethods(context),
    ...memberMethods(context),
    ...profileImageMethods(context),
    ...commentMethods(context),
    ...contentMethods(context),
    ...dataTableMethods(context),
    ...planMethods(context),
    ...social.methods,
    ...teamMethods(context),
    ...trackingMethods(context),
    ...loaderMethods(),
    ...modalMethods,
    _showMessage: showMessage,
    onAuthChange: authChange.onAuthChange,
    destroy() {
      authChange.stop()
      social.stop()
      settings.onDestroy()
    },
  }
  return {
    client,
    async readFirstAnswer(enter) {
      await enter?.(context, callNow)
      return readAppAndMember(context, callNow, true)
    },
  }
}

function connect({ window, apiUrl, appId, fetch }: ClientSettings, publicKey: () => string | null): CallEndpoint {
  const call = createCall({
    apiUrl,
    appId,
    fetch,
    publicKey,
    token: currentToken,
    visitSessionId: () => $visitSessionId.get(),
    pagePath: () => window.location.pathname,
    isOffline: () => !window.navigator.onLine,
    onDeadToken(token) {
      if (token === currentToken()) endSession()
    },
  })
  return toldCall(call)
}
