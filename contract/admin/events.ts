import type { AdminEndpoint } from './endpoints/admin-endpoint'
import type { Right } from './rights'

/** The events of a stream, and the right that a person needs to get each. */
export const consoleEventRights = {
  member: 'members.read',
  payment: 'analytics.read',
  job: 'members.read',
  action: 'audit.read',
  installation: 'members.read',
} as const satisfies Record<string, Right>

export type ConsoleEventKind = keyof typeof consoleEventRights

/** IDs only: the page reads what it shows. That of an installation is its origin. `id` is null if the newest one was deleted. */
export interface ConsoleEvent {
  kind: ConsoleEventKind
  id: string | null
}

/**
 * Server-sent events of one app and mode, named by kind, with `{ "id": … }` as data. Not one of `adminEndpoints`: its answer does not end.
 * A page that gets no stream reads again every `EVENTS_FALLBACK_SECONDS`, and when it gets the focus.
 */
export const consoleEvents = {
  method: 'GET',
  path: '/events',
  right: 'staff',
  console: true,
} as const satisfies AdminEndpoint

/** How often a page without a stream reads again. */
export const EVENTS_FALLBACK_SECONDS = 30

export const isConsoleEventKind = (text: string): text is ConsoleEventKind => Object.hasOwn(consoleEventRights, text)
