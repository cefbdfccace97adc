import { MODAL_WIDTH_PX, PROFILE_MODAL_WIDTH_PX } from '../../contract/limits'
import { isRecord } from '../lib/values'
import type { PasswordlessScreenParams, ScreenName } from '../public'
import { readCodeStep } from '../storage/pending'
import type { ModalRequest } from '../stores/modal'
import { AddPasskeyScreen } from './add-passkey'
import { DeleteCommentScreen, DeleteMemberScreen } from './confirm-delete'
import { ForgotPasswordScreen } from './forgot-password'
import { JoinTeamScreen } from './join-team'
import { LoginScreen } from './login'
import { LoginLinkScreen } from './login-link'
import { PasswordlessTokenScreen } from './passwordless-token'
import { ProfileScreen } from './profile/profile-screen'
import { ReauthenticateScreen } from './reauthenticate'
import { ResetPasswordScreen, ResetPasswordSuccessScreen } from './reset-password'
import type { Screen, ShownScreen } from './screen'
import { SecondFactorScreen } from './second-factor'
import { SecondFactorSetupScreen } from './second-factor-setup'
import { plansToJoin, SignupScreen } from './signup'
import { TestCardScreen } from './test-card'

/** Screens by the name that `openModal` takes. */
export const screens: { readonly [K in ScreenName]: Screen<K> } = {
  LOGIN: { width: MODAL_WIDTH_PX, title: 'login_to_your_account', component: LoginScreen },
  SIGNUP: { width: MODAL_WIDTH_PX, title: 'create_an_account', component: SignupScreen },
  FORGOT_PASSWORD: { width: MODAL_WIDTH_PX, title: 'reset_your_password', component: ForgotPasswordScreen },
  RESET_PASSWORD: { width: MODAL_WIDTH_PX, title: 'reset_your_password', component: ResetPasswordScreen },
  RESET_PASSWORD_SUCCESS: { width: MODAL_WIDTH_PX, title: 'success_title', component: ResetPasswordSuccessScreen },
  PASSWORDLESS_TOKEN: {
    width: MODAL_WIDTH_PX,
    title: 'passwordless_token_heading',
    component: PasswordlessTokenScreen,
  },
  PROFILE: { width: PROFILE_MODAL_WIDTH_PX, title: 'my_profile_title', hasForms: true, component: ProfileScreen },
  TEST_CARD: { width: MODAL_WIDTH_PX, title: 'test_card_title', component: TestCardScreen },
  JOIN_TEAM: { width: MODAL_WIDTH_PX, title: 'join_team_title', component: JoinTeamScreen },
  SECOND_FACTOR: { width: MODAL_WIDTH_PX, title: 'second_factor_title', component: SecondFactorScreen },
  SECOND_FACTOR_SETUP: {
    width: MODAL_WIDTH_PX,
    title: 'second_factor_setup_title',
    component: SecondFactorSetupScreen,
  },
  LOGIN_LINK: { width: MODAL_WIDTH_PX, title: 'login_link_title', component: LoginLinkScreen },
  REAUTHENTICATE: { width: MODAL_WIDTH_PX, title: 'reauthenticate_title', component: ReauthenticateScreen },
  ADD_PASSKEY: { width: MODAL_WIDTH_PX, title: 'add_passkey', component: AddPasskeyScreen },
  DELETE_MEMBER: { width: MODAL_WIDTH_PX, title: 'delete_confirmation_title', component: DeleteMemberScreen },
  DELETE_COMMENT: { width: MODAL_WIDTH_PX, title: 'delete_comment_title', component: DeleteCommentScreen },
}

export type ScreenRequest = ModalRequest<ScreenName>

/** Whether a request names a screen: a script of the page may pass any name. */
export const isScreenRequest = (request: ModalRequest): request is ScreenRequest => Object.hasOwn(screens, request.name)

/** The parameters that a code step needs after a reload. The opener's others come from the next opening. */
export const codeParams = (params: PasswordlessScreenParams): PasswordlessScreenParams => {
  const { email, modal, passwordless, plans, customFields } = params
  return {
    ...(email !== undefined && { email }),
    ...(modal !== undefined && { modal }),
    ...(passwordless !== undefined && { passwordless }),
    ...(plans !== undefined && { plans }),
    ...(customFields !== undefined && { customFields }),
  }
}

/**
 * The first screen of an opening: what the page asked for, or the step that still waits for an emailed code, if that
 * opening or the step's own form is opened again. An opening for another email starts at the beginning.
 */
export function resumedScreen({ name, params }: ScreenRequest, window: Window): ShownScreen {
  const given: PasswordlessScreenParams & { signup?: unknown } = params
  const step = readCodeStep(window)
  if (!step || (step.screen !== 'PASSWORDLESS_TOKEN' && step.screen !== 'RESET_PASSWORD')) return { name, params }
  const isSignup = step.params['modal'] === 'signup'
  const home = step.screen === 'RESET_PASSWORD' ? 'FORGOT_PASSWORD' : isSignup ? 'SIGNUP' : 'LOGIN'
  const isAnother = given.email !== undefined && given.email !== '' && given.email !== step.params['email']
  if (isAnother || ![step.opener, step.screen, home].includes(name)) return { name, params }
  const plans = isRecord(given.signup) && { plans: plansToJoin(given.signup['plans']) }
  return { name: step.screen, params: { ...params, ...step.params, ...plans } }
}
