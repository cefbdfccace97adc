import type { Journey } from '../journey'
import { buyPlan } from './buy-plan'
import { closeModal } from './close-modal'
import { comeBackAfterLogout } from './come-back-after-logout'
import { enterGatedPage } from './enter-gated-page'
import { inviteToTeam } from './invite-to-team'
import { joinByForm } from './join-by-form'
import { joinByModal } from './join-by-modal'
import { logInByForm } from './log-in-by-form'
import { logInWithCode } from './log-in-with-code'
import { resetPassword } from './reset-password'
import { signGuestbook } from './sign-guestbook'
import { verifyTrusttag } from './verify-trusttag'
import { walkModalByKeyboard } from './walk-modal-by-keyboard'

/** The main paths, which must work the same in every engine. */
export const journeys: readonly Journey[] = [
  joinByForm,
  logInByForm,
  logInWithCode,
  closeModal,
  joinByModal,
  walkModalByKeyboard,
  resetPassword,
  enterGatedPage,
  comeBackAfterLogout,
  buyPlan,
  inviteToTeam,
  signGuestbook,
  verifyTrusttag,
]
