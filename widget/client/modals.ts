import { isRecord } from '../lib/values'
import type { MembershipClient, ModalResult, ScreenMap, ScreenName } from '../public'
import { emitInspection } from '../stores/inspection'
import { hideModal, requestModal, warmModals } from '../stores/modal'

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
