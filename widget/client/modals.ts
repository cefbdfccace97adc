import { isRecord } from '../lib/values'
import type { MembershipClient, ModalResult, ScreenMap, ScreenName } from '../public'
import { emitInspection } from '../stores/inspection'
import { hideModal, requestModal, warmModals } from '../stores/modal'
import { MembershipError } from '../transport/membership-error'

type ModalMethods = Pick<MembershipClient, 'openModal' | 'hideModal' | 'preloadModals'>

/** Modals over the page; the modal host shows what the store requests. */
export const modalMethods: ModalMethods = { openModal, hideModal, preloadModals: async () => warmModals() }

async function openModal<K extends ScreenName>(name: K | 'INSPECTOR', params: ScreenMap[K] = {}): Promise<ModalResult> {
  if (name === 'INSPECTOR') {
    emitInspection({ kind: 'inspector-wanted' })
    return { type: 'CLOSED' }
  }
  const screen = screenNamed(name)
  if (!screen) {
    throw new MembershipError('invalid-field-value', `There is no modal named "${name}".`, 400, {})
  }
  // A page's script may pass any value, null too.
  return requestModal(screen, isRecord(params) ? params : {})
}

/** The modals that exist; the compiler compares it with ScreenMap. */
const screenNames = {
  LOGIN: true,
  SIGNUP: true,
  FORGOT_PASSWORD: true,
  RESET_PASSWORD: true,
  RESET_PASSWORD_SUCCESS: true,
  PASSWORDLESS_TOKEN: true,
  PROFILE: true,
  TEST_CARD: true,
  JOIN_TEAM: true,
} satisfies Record<ScreenName, true>

/** The screen of a name as pages write it: `login` and `forgot-password` too, as in `data-ms-modal`. */
function screenNamed(name: unknown): ScreenName | undefined {
  const upper = String(name).toUpperCase().replaceAll('-', '_')
  return isScreenName(upper) ? upper : undefined
}

const isScreenName = (name: string): name is ScreenName => Object.hasOwn(screenNames, name)
