import { SESSION_ID_MAX_CHARS } from '../../contract/limits'
import type { SafeStorage } from './safe-storage'

export const VISIT_SESSION_KEY = 'ms_session_id'

/** The stored visit's session id; one that is too long is none of ours and is thrown away. */
export function readVisitSession(local: SafeStorage): string | null {
  const id = local.get(VISIT_SESSION_KEY)
  if (id === null || (id !== '' && id.length <= SESSION_ID_MAX_CHARS)) return id
  local.remove(VISIT_SESSION_KEY)
  return null
}

export function writeVisitSession(local: SafeStorage, id: string | null): void {
  if (id) local.set(VISIT_SESSION_KEY, id)
  else local.remove(VISIT_SESSION_KEY)
}
