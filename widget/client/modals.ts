import { isRecord } from '../lib/is-record'
import type { MembershipClient, ModalResult, ScreenMap, ScreenName } from '../public'
import { tellInspector } from '../stores/inspection'
import { hideModal, requestModal, warmModals } from '../stores/modal'
import { MembershipError } from '../transport/membership-error'
import { screenNamed } from './screen-names'

type ModalMethods = Pick<MembershipClient, 'openModal' | 'hideModal' | 'preloadModals'>

/** Modals over the page; whoever listens to the store shows them. */
export const modalMethods: ModalMethods = { openModal, hideModal, preloadModals: async () => warmModals() }

async function openModal<K extends ScreenName>(name: K | 'INSPECTOR', params: ScreenMap[K] = {}): Promise<ModalResult> {
  if (name === 'INSPECTOR') {
    tellInspector({ kind: 'inspector-wanted' })
    return { type: 'CLOSED' }
  }
  const screen = screenNamed(name)
  if (!screen) {
    throw new MembershipError('invalid-field-value', `There is no modal named "${name}".`, 400, {})
  }
  // A page's script may pass anything, null too.
  return requestModal(screen, isRecord(params) ? params : {})
}
