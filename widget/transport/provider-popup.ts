import { PROVIDER_POPUP_HEIGHT_PX, PROVIDER_POPUP_WIDTH_PX } from '../../contract/limits'
import { popupBlocked, popupClosed } from '../../contract/social-errors'
import { isRecord } from '../lib/is-record'
import type { Answered } from '../public'
import { errorFromBody, MembershipError } from './membership-error'

/** What a window posted. */
export interface Heard<T> extends Answered<T> {
  /** A sign-up may have found an account; an API of an earlier version does not say. */
  came?: 'signup' | 'login'
}

export interface ProviderPopup<T> {
  /** What it posts. A later call takes the place of an earlier one, which rejects with `popup-closed`. */
  answer(): Promise<Heard<T>>
  /** Sends it, opened empty, to where it begins. */
  lead(address: string): void
  focus(): void
  /** True once it has answered or is gone. */
  isOver(): boolean
  /** Nobody waits for it any more. @param error `popup-closed` without one */
  end(closes: boolean, error?: unknown): void
}

export interface PopupSettings {
  page: Window
  /** The one that its answer comes from. */
  apiOrigin: string
  /** A window that has this name already is used again. */
  name: string
  /** What its answer names: this very opening. */
  state: string
}

/** A window that was closed is noticed within twice this time. */
const CLOSED_CHECK_MS = 400

/**
 * Opens a provider's window. Call it in the task of a click: browsers block any other.
 * @param address '' for an empty one, to be led on
 * @throws `popup-blocked`
 */
export function openProviderPopup<T>(
  { page, apiOrigin, name, state }: PopupSettings,
  address: string,
): ProviderPopup<T> {
  const popup = page.open(address, name, features(page))
  if (!popup || popup.closed) throw new MembershipError('popup-blocked', popupBlocked.message, popupBlocked.status, {})
  // One of the same name may lie behind the page.
  popup.focus()
  let settle: { resolve: (answer: Heard<T>) => void; reject: (error: unknown) => void } | undefined
  let isOver = false
  let wasClosed = false
  const stop = (): void => {
    isOver = true
    page.removeEventListener('message', hear)
    page.clearInterval(timer)
  }
  const end = (error: unknown = popupClosedError()): void => {
    stop()
    settle?.reject(error)
  }
  const hear = ({ origin, source, data }: MessageEvent<unknown>): void => {
    if (origin !== apiOrigin || source !== popup || !isRecord(data) || data['state'] !== state) return
    if (!isAnswer<T>(data)) return end(errorFromBody(data, ERROR_STATUS))
    stop()
    const { data: value, message, came } = data
    settle?.resolve({ data: value, ...(message !== undefined && { message }), ...(came && { came }) })
  }
  const check = (): void => {
    // Its last words may still be on their way when it is gone.
    if (wasClosed) end()
    wasClosed = popup.closed
  }
  page.addEventListener('message', hear)
  const timer = page.setInterval(check, CLOSED_CHECK_MS)
  return {
    answer() {
      settle?.reject(popupClosedError())
      return new Promise((resolve, reject) => (settle = { resolve, reject }))
    },
    lead: (to) => popup.location.replace(to),
    focus: () => popup.focus(),
    isOver: () => isOver || popup.closed,
    end(closes, error) {
      if (isOver) return
      end(error)
      if (closes) popup.close()
    },
  }
}

/** A posted error has no status of its own. */
const ERROR_STATUS = 400

export const popupClosedError = (): MembershipError =>
  new MembershipError('popup-closed', popupClosed.message, popupClosed.status, {})

/** What stands under `data` is the contract's word: the window is the server's, and the only one that knows the state. */
const isAnswer = <T>(posted: Record<string, unknown> | Heard<T>): posted is Heard<T> => 'data' in posted

/** In the middle of the page's own window, on whichever screen that is. */
function features({ screenX, screenY, outerWidth, outerHeight }: Window): string {
  const left = Math.round(screenX + (outerWidth - PROVIDER_POPUP_WIDTH_PX) / 2)
  const top = Math.round(screenY + (outerHeight - PROVIDER_POPUP_HEIGHT_PX) / 2)
  return `popup,width=${PROVIDER_POPUP_WIDTH_PX},height=${PROVIDER_POPUP_HEIGHT_PX},left=${left},top=${top}`
}
