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
  TEST_CARD: true,
  JOIN_TEAM: true,
} satisfies Record<ScreenName, true>

/**
 * The modal that a page's script means, which no compiler has seen: people write `login` and `forgot-password` too, as
 * in `data-ms-modal`. Undefined where there is none.
 */
export function screenNamed(name: unknown): ScreenName | undefined {
  const upper = String(name).toUpperCase().replaceAll('-', '_')
  return isScreenName(upper) ? upper : undefined
}

const isScreenName = (name: string): name is ScreenName => Object.hasOwn(screenNames, name)
