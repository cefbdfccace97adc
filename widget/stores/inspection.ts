import type { MembershipEndpointName } from '../../contract/endpoints/membership'
import type { ProviderFlow } from '../../contract/providers'

/** What the widget did, for whoever builds the page. Secrets in it are taken out by whoever shows it. */
export type InspectionEvent =
  | { kind: 'call'; name: MembershipEndpointName; input: object; status: number; code: string | null; tookMs: number }
  /** A way to a provider is over. */
  | { kind: 'provider'; flow: ProviderFlow; input: object; code: string | null; tookMs: number }
  /** `group` is the key of the content group that closes the page, if that is why. */
  | { kind: 'redirect'; to: string; group?: string }
  | { kind: 'content-removed' | 'content-returned'; element: Element; place: Comment | null }
  | { kind: 'plan-price-clicked'; element: Element }

/** The same, and the wish of a page’s script to see it. */
export type Told = InspectionEvent | { kind: 'inspector-wanted' }

export type Inspect = (event: Told, at: number) => void

/** More than a page does before its app is known; a page whose app never is must not fill the memory. */
const WAITING_MAX = 100

let waiting: [event: Told, at: number][] | null = []
let listener: Inspect | null = null
let hurry: (() => void) | null = null

/** Tells the inspector of the page, and keeps it until it is known whether there is one. */
export function tellInspector(event: Told): void {
  const at = Date.now()
  if (listener) return listener(event, at)
  if (waiting && waiting.length < WAITING_MAX) waiting.push([event, at])
  if (event.kind === 'redirect') hurry?.()
}

/** @param start called when the page is led on while nobody inspects it yet: what is kept would be lost with it */
export function onLeaving(start: () => void): void {
  hurry = start
  if (waiting?.some(([{ kind }]) => kind === 'redirect')) start()
}

/** @param inspect gets what has happened, and what will; null where nobody inspects: then nothing more is kept */
export function setInspector(inspect: Inspect | null): void {
  const events = waiting ?? []
  waiting = null
  hurry = null
  listener = inspect
  if (inspect) for (const event of events) inspect(...event)
}
