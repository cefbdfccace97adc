import { MODAL_WIDTH_PX, PROFILE_MODAL_WIDTH_PX } from '../../contract/limits'
import type { ScreenName } from '../public'
import type { ModalRequest } from '../stores/modal'
import { ForgotPasswordScreen } from './forgot-password'
import { JoinTeamScreen } from './join-team'
import { LoginScreen } from './login'
import { PasswordlessTokenScreen } from './passwordless-token'
import { ProfileScreen } from './profile/profile-screen'
import { ResetPasswordScreen, ResetPasswordSuccessScreen } from './reset-password'
import type { Screen } from './screen'
import { SignupScreen } from './signup'
import { TestCardScreen } from './test-card'

/** The screens by the name that `openModal` takes. */
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
  PROFILE: { width: PROFILE_MODAL_WIDTH_PX, title: 'my_profile_title', component: ProfileScreen },
  TEST_CARD: { width: MODAL_WIDTH_PX, title: 'test_card_title', component: TestCardScreen },
  JOIN_TEAM: { width: MODAL_WIDTH_PX, title: 'join_team_title', component: JoinTeamScreen },
}

export type ScreenRequest = ModalRequest<ScreenName>

/** Whether a request names a screen: a page's script may pass any name. */
export const isScreenRequest = (request: ModalRequest): request is ScreenRequest => Object.hasOwn(screens, request.name)
