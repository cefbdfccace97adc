import { MODAL_WIDTH_PX } from '../../contract/limits'
import type { ScreenName } from '../public'
import { LoginScreen } from './login/login-screen'
import type { Screen } from './screen'

/** Every screen that a modal can show, by the name that `openModal` takes. */
export const screens: { readonly [K in ScreenName]: Screen<K> } = {
  LOGIN: { width: MODAL_WIDTH_PX, title: 'login_to_your_account', component: LoginScreen },
}
