import { reportProblem } from '../lib/errors'
import { isRecord } from '../lib/values'
import type { Member, MembershipClient, ModalResult, ScreenMap, ScreenName } from '../public'
import { $app, waitUntilReady } from '../stores/app'
import { showMessage, startLoading } from '../stores/feedback'
import { $authChange, $visitSessionId, currentToken, endSession } from '../stores/identity'
import { emitInspection } from '../stores/inspection'
import { hideModal, requestModal, warmModals } from '../stores/modal'
import { type CallEndpoint, createCall } from '../transport/call'
import { appMethods, readAppAndMember, trackingMethods } from './app'
import { authMethods } from './auth'
import { contentMethods } from './content'
import type { ClientContext } from './context'
import { memberMethods } from './member'
import { planMethods, teamMethods } from './plans'
import { createSocial } from './social'

export interface ClientSettings extends Omit<ClientContext, 'publicKey' | 'call'> {
  /** The key on the install tag, null if it names none. */
  publicKey: string | null
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
  const callNow = tracedCall(connect(settings, publicKey))
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
    ...contentMethods(context),
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

const connect = ({ window, apiUrl, appId, fetch }: ClientSettings, publicKey: () => string | null): CallEndpoint =>
  createCall({
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

/** Emits an inspection event for each call once it has ended. */
const tracedCall =
  (call: CallEndpoint): CallEndpoint =>
  async (name, input, options) => {
    const began = Date.now()
    const emit = (status: number, code: string | null): void =>
      emitInspection({ kind: 'call', name, input, status, code, tookMs: Date.now() - began })
    try {
      const answer = await call(name, input, options)
      emit(200, null)
      return answer
    } catch (error) {
      const { statusCode, code } = isRecord(error) ? error : {}
      emit(Number(statusCode) || 0, String(code))
      throw error
    }
  }

/** Calls the page's callbacks at every login and logout, here or in another tab. */
export function createAuthChange(): Pick<MembershipClient, 'onAuthChange'> & { stop(): void } {
  const callbacks = new Set<{ run: (member: Member | null) => void }>()
  const notify = (run: (member: Member | null) => void, member: Member | null): void => {
    try {
      run(member && withSelfReference(member))
    } catch (error) {
      reportProblem('error', 'A callback of onAuthChange failed.', error)
    }
  }
  const stop = $authChange.listen((change) => {
    for (const { run } of Array.from(callbacks)) if (change) notify(run, change.member)
  })
  return {
    onAuthChange(run) {
      const entry = { run }
      callbacks.add(entry)
      return { unsubscribe: () => callbacks.delete(entry) }
    },
    stop() {
      stop()
      callbacks.clear()
    },
  }
}

/** Serves pages written for `callback(member)` and for `callback({ member })`. */
function withSelfReference(member: Member): Member {
  const copy = { ...member }
  return Object.defineProperty(copy, 'member', { value: copy, enumerable: false })
}

/** The page's own loader, for its own waits: one call of `_hideLoader` ends any number of `_showLoader`. */
export function loaderMethods(): Pick<MembershipClient, '_showLoader' | '_hideLoader'> {
  let end: (() => void) | undefined
  return {
    _showLoader: () => void (end ??= startLoading()),
    _hideLoader() {
      end?.()
      end = undefined
    },
  }
}

type ModalMethods = Pick<MembershipClient, 'openModal' | 'hideModal' | 'preloadModals'>

/** Modals over the page; the modal host shows what the store requests. */
export const modalMethods: ModalMethods = { openModal, hideModal, preloadModals: async () => warmModals() }

async function openModal<K extends ScreenName>(name: K | 'INSPECTOR', params: ScreenMap[K] = {}): Promise<ModalResult> {
  if (name === 'INSPECTOR') {
    emitInspection({ kind: 'inspector-wanted' })
    return { type: 'CLOSED' }
  }
  // Pages write `login` and `forgot-password` too, as in `data-ms-modal`, and may pass any parameters, null too.
  const written = String(name)
  return requestModal(written.toUpperCase().replaceAll('-', '_'), isRecord(params) ? params : {}, written)
}
