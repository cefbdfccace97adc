import type { MembershipEndpointName } from '../../contract/endpoints/membership'
import type { ProviderFlow } from '../../contract/providers'

/** Something the widget did, for the page's author. May contain secrets: the inspector removes them. */
export type InspectionEvent =
  | { kind: 'call'; name: MembershipEndpointName; input: object; status: number; code: string | null; tookMs: number }
  /** A provider flow has ended. */
  | { kind: 'provider'; flow: ProviderFlow; input: object; code: string | null; tookMs: number }
  /** `group` is the key of the content group that caused the redirect, if any. */
  | { kind: 'redirect'; to: string; group?: string }
  | { kind: 'content-removed' | 'content-returned'; element: Element; place: Comment | null }
  | { kind: 'plan-price-clicked'; element: Element }

/** An event, or a script's request to open the inspector. */
export type InspectorMessage = InspectionEvent | { kind: 'inspector-wanted' }

type Inspect = (message: InspectorMessage, at: number) => void

/**
 * More than a page emits before its app is known. Without a limit, a page whose app never loads would fill the memory.
 */
const QUEUE_MAX = 100

let queue: [message: InspectorMessage, at: number][] | null = []
let inspect: Inspect | null = null
let startBeforeLeaving: (() => void) | null = null

/** Sends a message to the inspector. Queues it until it is known whether the page has one. */
export function emitInspection(message: InspectorMessage): void {
  const at = Date.now()
  if (inspect) return inspect(message, at)
  if (queue && queue.length < QUEUE_MAX) queue.push([message, at])
  if (message.kind === 'redirect') startBeforeLeaving?.()
}

/** @param start called when the page redirects before there is an inspector: the queue would be lost with the page */
export function onLeaving(start: () => void): void {
  startBeforeLeaving = start
  if (queue?.some(([{ kind }]) => kind === 'redirect')) start()
}

/** @param listener gets the queued messages and all later ones; null without an inspector: they are dropped */
export function setInspector(listener: Inspect | null): void {
  const queued = queue ?? []
  queue = null
  startBeforeLeaving = null
  inspect = listener
  if (listener) for (const message of queued) listener(...message)
}
