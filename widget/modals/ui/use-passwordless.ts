import { useState } from 'react'
import type { App } from '../../../contract/entities'

export interface Passwordless {
  /** Whether the app lets people choose. */
  offered: boolean
  /** A mailed code takes the password's place. */
  on: boolean
  toggle: () => void
}

/**
 * @param wanted what the opener or another screen asked for; anything but a boolean leaves it to the app
 * @param notify what was said about the one way does not concern the other
 */
export function usePasswordless(
  { additionalAuthMethods }: App,
  wanted: unknown,
  notify: (notice: null) => void,
): Passwordless {
  const { enabled, isDefault } = additionalAuthMethods.passwordless
  const [on, setOn] = useState(typeof wanted === 'boolean' ? wanted : isDefault)
  const toggle = (): void => {
    notify(null)
    setOn(!on)
  }
  return { offered: enabled, on: enabled && on, toggle }
}
