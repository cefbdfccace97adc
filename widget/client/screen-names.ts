import type { ScreenName } from '../public'

/** The modals that exist; the compiler keeps it in step with ScreenMap. */
const screenNames = { LOGIN: true } satisfies Record<ScreenName, true>

/** The screen of that name, in either case; undefined if there is none. */
export function screenName(name: string): ScreenName | undefined {
  return (Object.keys(screenNames) as ScreenName[]).find((known) => known === String(name).toUpperCase())
}
