import { atom } from 'nanostores'
import type { ModalResult, ScreenMap, ScreenName } from '../public'

export interface ModalRequest<Name extends string = string> {
  /** Of a screen; the modal host refuses unknown names. */
  name: Name
  /** The name as the page's script wrote it, for the error. */
  writtenName: string
  params: ScreenMap[ScreenName]
  /** Whether the opener has its result: the modal only says goodbye. */
  settled: boolean
  /** Resolves the opener's promise; later calls change nothing. */
  settle(result: ModalResult): void
  /** Rejects the opener's promise. */
  fail(error: unknown): void
}

/** The modal to show, null for none. */
export const $modalRequest = atom<ModalRequest | null>(null)

/**
 * An element whose children with `slot="ms-message"` show in the open dialog. Null before the first modal, and while one
 * is drawn in the page's own DOM.
 */
export const $modalSlotHost = atom<Element | null>(null)

/** True once somebody is likely to open a modal: its code is then evaluated before the click. */
export const $modalWarm = atom(false)

export const warmModals = (): void => $modalWarm.set(true)

/**
 * Shows a modal; one that is open resolves as closed first.
 * @throws `invalid-field-value` for an unknown name
 */
export function requestModal(
  name: string,
  params: ScreenMap[ScreenName],
  writtenName: string = name,
): Promise<ModalResult> {
  hideModal()
  return new Promise((resolve, fail) => {
    const request: ModalRequest = { name, writtenName, params, settled: false, settle, fail }
    function settle(result: ModalResult): void {
      request.settled = true
      resolve(result)
    }
    $modalRequest.set(request)
  })
}

/** Resolves the opener's promise; the modal stays until `hideModal`. */
export const settleModal = (result: ModalResult): void => $modalRequest.get()?.settle(result)

export function hideModal(): void {
  settleModal({ type: 'CLOSED' })
  $modalRequest.set(null)
}
