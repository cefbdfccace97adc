import { $visitSessionId } from '../stores/visit'
import { sessionData } from '../transport/session-data'
import type { ClientContext } from './context'

/** The visit that a sign-up or a purchase comes of; nothing where nobody may be tracked. */
export const conversion = ({ mayTrack, window }: ClientContext) =>
  mayTrack && { conversionData: { url: window.location.pathname, ...sessionData(window, $visitSessionId.get()) } }
