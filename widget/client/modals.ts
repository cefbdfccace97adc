import { isRecord } from '../lib/is-record'
import type { MembershipClient, ModalResult, ScreenMap, ScreenName } from '../public'
import { hideModal, requestModal, warmModals } from '../stores/modal'
import { MembershipError } from '../transport/membership-error'
import { screenNamed } from './screen-names'

type ModalMethods = Pick<MembershipClient, 'openModal' | 'hideModal' | 'preloadModals'>

/** Modals over the page; whoever listens to the store shows them. */
export const modalMethods: ModalMethods = { openModal, hideModal, preloadModals: warmModals }

async function openModal<K extends ScreenName>(name: K, params: ScreenMap[K] = {}): Promise<ModalResult> {
  const screen = screenNamed(name)
  if (!screen) {
    throw new MembershipError('invalid-field-value', `There is no modal named "${name}".`, 400, {})
  }
  // A page's script may pass anything, null too.
  return requestModal(screen, isRecord(params) ? params : {})
}
