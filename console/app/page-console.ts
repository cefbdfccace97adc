import { createClient } from '../data/client'
import type { Console } from '../data/console'
import { createMembership } from '../data/membership'
import { createPasskeySigner } from '../data/passkey'
import { createPreferences } from '../data/preferences'
import { $session, confirmPassword, createSessionCalls } from '../data/session'
import { loginPathFrom } from '../lib/paths'

/** Parts of both pages of the console: client, session, preferences, login. */
export function createPageConsole(window: Window & typeof globalThis): Console {
  const openPage = (path: string) => window.location.assign(path)
  const client = createClient({
    fetch: window.fetch.bind(window),
    isOnline: () => window.navigator.onLine,
    token: () => $session.get()?.token ?? null,
    isUsed: watchUse(window),
    confirmPassword,
    // The session ended: expired, signed out in another tab, or the person was removed.
    onLoggedOut: () => openPage(loginPathFrom(window.location.pathname + window.location.search)),
  })
  return {
    client,
    openPage,
    session: createSessionCalls(client, createPasskeySigner(window.navigator)),
    membership: createMembership(window),
    preferences: createPreferences(() => window.localStorage, window.document.documentElement),
  }
}

/** A call belongs to what a person did at most so long before. */
const USED_MS = 60_000

/** @returns whether a person did something on the page within the last minute: opening it counts */
export function watchUse(page: EventTarget): () => boolean {
  let usedAt = Date.now()
  const note = () => {
    usedAt = Date.now()
  }
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'input', 'wheel'])
    page.addEventListener(type, note, { capture: true, passive: true })
  return () => Date.now() - usedAt < USED_MS
}
