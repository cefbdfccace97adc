import type { ScreenName } from '../public'

/** The modals that exist; the compiler keeps it in step with ScreenMap. */
const screenNames = {
  LOGIN: true,
  SIGNUP: true,
  FORGOT_PASSWORD: true,
  RESET_PASSWORD: true,
  RESET_PASSWORD_SUCCESS: true,
  PASSWORDLESS_TOKEN: true,
  PROFILE: true,
} satisfies Record<ScreenName, true>

/** Asked of what a page's script passes, which no compiler has seen. */
export const isScreenName = (name: unknown): name is ScreenName =>
  typeof name === 'string' && Object.hasOwn(screenNames, name)
