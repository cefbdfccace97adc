import { atom } from 'nanostores'
import type { ModalResult, ScreenMap, ScreenName } from '../public'

export interface ModalRequest<Name extends string = string> {
  /** Name of a screen. The modal host rejects unknown names. */
  name: Name
  /** The name as written by the page's script, for the error. */
  writtenName: string
  params: ScreenMap[ScreenName]
  /** Whether the opener has its result. The modal then only shows its last screen. */
  settled: boolean
  /** Resolves the opener's promise. Later calls have no effect. */
  settle(result: ModalResult): void
  /** Rejects the opener's promise. */
  fail(error: unknown): void
}

/** The modal to show, null for none. */
export const $modalRequest = atom<ModalRequest | null>(null)

/** A question over the open modal, which stays with what was typed there. Null for none. */
export const $proofRequest = atom<ModalRequest | null>(null)

/**
 * An element whose children with `slot="ms-message"` are shown in the open dialog. Null before the first modal, and
 * while one is rendered in the light DOM.
 */
export const $modalSlotHost = atom<Element | null>(null)

/** Set once a modal is likely to be opened: its code is loaded. A named screen is also prepared before the click. */
export const $modalWarm = atom<{ screen: ScreenName | undefined } | null>(null)

export const warmModals = (screen?: ScreenName): void => $modalWarm.set({ screen })

/**
 * Shows a modal. An open one first resolves as closed.
 * @throws `invalid-field-value` for an unknown name
 */
export function requestModal(
  name: string,
  params: ScreenMap[ScreenName],
  writtenName: string = name,
): Promise<ModalResult> {
  hideModal()
  return place($modalRequest, name, params, writtenName)
}

/** Asks the member for a proof. @param act the endpoint that needs it */
export function requestProof(act: string): Promise<ModalResult> {
  hideProof()
  return place($proofRequest, 'REAUTHENTICATE', { act }, 'REAUTHENTICATE')
}

function place(
  $request: typeof $modalRequest,
  name: string,
  params: ScreenMap[ScreenName],
  writtenName: string,
): Promise<ModalResult> {
  return new Promise((resolve, fail) => {
    const request: ModalRequest = { name, writtenName, params, settled: false, settle, fail }
    function settle(result: ModalResult): void {
      request.settled = true
      resolve(result)
    }
    $request.set(request)
  })
}

/** Resolves the opener's promise. The modal stays until `hideModal`. */
export const settleModal = (result: ModalResult): void => $modalRequest.get()?.settle(result)

export function hideModal(): void {
  settleModal({ type: 'CLOSED' })
  $modalRequest.set(null)
}

export function hideProof(): void {
  $proofRequest.get()?.settle({ type: 'CLOSED' })
  $proofRequest.set(null)
}
