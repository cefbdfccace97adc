import { useSyncExternalStore } from 'react'
import { PROFILE_MOBILE_MAX_WIDTH_PX } from '../../../contract/limits'

/** Whether the window is so narrow that navigation and panel take turns. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches)
}

const query = (): MediaQueryList => matchMedia(`(max-width: ${PROFILE_MOBILE_MAX_WIDTH_PX}px)`)

function subscribe(onChange: () => void): () => void {
  const list = query()
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}
