import { useSyncExternalStore } from 'react'

/** Below it, tables become lists and the navigation becomes a drawer. */
export const NARROW = '(width < 48rem)'

/** Beside the navigation, more columns than `COLUMNS_MAX` of `ui/table` would be cut off. */
export const MEDIUM = '(width < 60rem)'

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
