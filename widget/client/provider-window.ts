import { PROVIDER_POPUP_HEIGHT_PX, PROVIDER_POPUP_WIDTH_PX } from '../../contract/limits'
import type { ConnectedProviders, RenewedSession } from '../../contract/provider-answer'
import type { ProviderFlow } from '../../contract/providers'
import { popupBlocked, popupClosed } from '../../contract/social-errors'
import { isRecord, randomHex } from '../lib/values'
import type { Answered, MemberAuth } from '../public'
import { errorFromBody, MembershipError } from '../transport/membership-error'
import type { ClientContext } from './context'

export interface FlowResults {
  signup: MemberAuth
  login: MemberAuth
  connect: ConnectedProviders
  prove: RenewedSession
}

export interface Flow<K extends ProviderFlow> {
  kind: K
  /** Distinguishes flows of the same kind. */
  key: string
  /** Whether its URL needs no call to the server. */
  isUrlKnown: boolean
  /** The first URL. @param more additional parameters */
  urlWith(more: Record<string, string>): string
  /** Fetches the parameters that only the server knows. */
  fetchParameters(): Promise<Record<string, string>>
}

export interface ProviderWindow {
  /** Opening the same flow again focuses its window. Another flow replaces it. */
  open<K extends ProviderFlow>(flow: Flow<K>, signal: AbortSignal | undefined): Promise<PopupResult<FlowResults[K]>>
  close(): void
}

export function createProviderWindow({ window, apiUrl }: Pick<ClientContext, 'window' | 'apiUrl'>): ProviderWindow {
  let current: { popup: ProviderPopup<never>; kind: ProviderFlow; key: string } | undefined

  function popupOf(flow: Flow<ProviderFlow>): ProviderPopup<never> {
    if (current && !current.popup.isOver()) {
      if (current.kind === flow.kind && current.key === flow.key) {
        current.popup.focus()
        return current.popup
      }
      // A window of the same name is reused.
      current.popup.end(current.kind !== flow.kind)
    }
    const popup = openPopup(window, new URL(apiUrl).origin, flow)
    current = { popup, kind: flow.kind, key: flow.key }
    return popup
  }

  return {
    async open(flow, signal) {
      if (signal?.aborted) throw popupClosedError()
      const popup = popupOf(flow)
      const abandon = (): void => popup.end(true)
      signal?.addEventListener('abort', abandon)
      try {
        return await popup.result()
      } finally {
        signal?.removeEventListener('abort', abandon)
      }
    },
    close: () => current?.popup.end(true),
  }
}

/** Opens the window during the click, empty if its URL is not yet known. */
function openPopup(page: Window, apiOrigin: string, flow: Flow<ProviderFlow>): ProviderPopup<never> {
  const state = randomHex()
  const settings = { page, apiOrigin, name: flow.kind, state }
  const popup = openProviderPopup<never>(settings, flow.isUrlKnown ? flow.urlWith({ state }) : '')
  const navigate = async (): Promise<void> => {
    try {
      popup.navigate(flow.urlWith({ ...(await flow.fetchParameters()), state }))
    } catch (error) {
      popup.end(true, error)
    }
  }
  if (!flow.isUrlKnown) void navigate()
  return popup
}

/** The message of a provider window. */
export interface PopupResult<T> extends Answered<T> {
  /** A sign-up may have found an account. Older API versions don't send this. */
  came?: 'signup' | 'login'
}

interface ProviderPopup<T> {
  /** The posted result. A later call replaces an earlier one, which rejects with `popup-closed`. */
  result(): Promise<PopupResult<T>>
  /** Loads the first URL into an empty window. */
  navigate(url: string): void
  focus(): void
  /** True once it has posted its result or was closed. */
  isOver(): boolean
  /** Rejects the result. @param error default: `popup-closed` */
  end(closes: boolean, error?: unknown): void
}

interface PopupSettings {
  page: Window
  /** Messages of other origins are ignored. */
  apiOrigin: string
  /** An existing window of this name is reused. */
  name: string
  /** Identifies this opening. The message must contain it. */
  state: string
}

/** A closed window is detected within twice this time. */
const CLOSED_CHECK_MS = 400

/** A posted error has no status. */
const POSTED_ERROR_STATUS = 400

/**
 * Opens a provider window. Call it during a click: browsers block any other.
 * @param url '' for an empty window
 * @throws `popup-blocked`
 */
export function openProviderPopup<T>({ page, apiOrigin, name, state }: PopupSettings, url: string): ProviderPopup<T> {
  const popup = page.open(url, name, features(page))
  if (!popup || popup.closed) throw new MembershipError('popup-blocked', popupBlocked.message, popupBlocked.status, {})
  // An existing window may be behind the page.
  popup.focus()
  let settle: { resolve: (result: PopupResult<T>) => void; reject: (error: unknown) => void } | undefined
  let isOver = false
  let wasClosed = false
  const stop = (): void => {
    isOver = true
    page.removeEventListener('message', onMessage)
    page.clearInterval(timer)
  }
  const end = (error: unknown = popupClosedError()): void => {
    stop()
    settle?.reject(error)
  }
  const onMessage = ({ origin, source, data }: MessageEvent<unknown>): void => {
    if (origin !== apiOrigin || source !== popup || !isRecord(data) || data['state'] !== state) return
    if (!isResult<T>(data)) return end(errorFromBody(data, POSTED_ERROR_STATUS))
    stop()
    const { data: value, message, came } = data
    settle?.resolve({ data: value, ...(message !== undefined && { message }), ...(came && { came }) })
  }
  const checkClosed = (): void => {
    // Its message may arrive after it closed, so wait for one more check.
    if (wasClosed) end()
    wasClosed = popup.closed
  }
  page.addEventListener('message', onMessage)
  const timer = page.setInterval(checkClosed, CLOSED_CHECK_MS)
  return {
    result() {
      settle?.reject(popupClosedError())
      return new Promise((resolve, reject) => (settle = { resolve, reject }))
    },
    navigate: (to) => popup.location.replace(to),
    focus: () => popup.focus(),
    isOver: () => isOver || popup.closed,
    end(closes, error) {
      if (isOver) return
      end(error)
      if (closes) popup.close()
    },
  }
}

export const popupClosedError = (): MembershipError =>
  new MembershipError('popup-closed', popupClosed.message, popupClosed.status, {})

/** `data` is trusted: only the server's window knows the state. */
const isResult = <T>(posted: Record<string, unknown> | PopupResult<T>): posted is PopupResult<T> => 'data' in posted

/** Centered on the page's window, on any screen. */
function features({ screenX, screenY, outerWidth, outerHeight }: Window): string {
  const left = Math.round(screenX + (outerWidth - PROVIDER_POPUP_WIDTH_PX) / 2)
  const top = Math.round(screenY + (outerHeight - PROVIDER_POPUP_HEIGHT_PX) / 2)
  return `popup,width=${PROVIDER_POPUP_WIDTH_PX},height=${PROVIDER_POPUP_HEIGHT_PX},left=${left},top=${top}`
}
