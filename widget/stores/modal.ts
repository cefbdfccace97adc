import { atom } from 'nanostores'
import type { ModalResult, ScreenMap, ScreenName } from '../public'

export interface ModalRequest {
  name: ScreenName
  params: ScreenMap[ScreenName]
  /** Whether the opener has its answer: what still shows is a farewell. */
  settled: boolean
  /** Resolves the opener's promise; later calls change nothing. */
  settle(result: ModalResult): void
  /** Rejects the opener's promise. */
  fail(error: unknown): void
}

/** The modal that is wanted on screen, null for none. */
export const $modalRequest = atom<ModalRequest | null>(null)

/**
 * Where the page's own elements can be put to be seen in an open modal: what is appended here with `slot="ms-message"`
 * stands in the dialog. Null before the first modal, and while one is drawn in the page's own DOM.
 */
export const $modalSlotHost = atom<Element | null>(null)

/** True once somebody is likely to open a modal: the modals' code is evaluated ahead of the click. */
export const $modalWarm = atom(false)

export const warmModals = (): void => $modalWarm.set(true)

/** Shows a modal; one that is open ends as closed first. */
export function requestModal<K extends ScreenName>(name: K, params: ScreenMap[K]): Promise<ModalResult> {
  hideModal()
  return new Promise((resolve, fail) => {
    const request: ModalRequest = { name, params, settled: false, settle, fail }
    function settle(result: ModalResult): void {
      request.settled = true
      resolve(result)
    }
    $modalRequest.set(request)
  })
}

/** Ends the opener's waiting; the modal stays until `hideModal`. */
export const settleModal = (result: ModalResult): void => $modalRequest.get()?.settle(result)

export function hideModal(): void {
  settleModal({ type: 'CLOSED' })
  $modalRequest.set(null)
}
