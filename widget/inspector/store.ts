import { atom, type WritableAtom } from 'nanostores'
import type { App, Member } from '../../contract/entities'
import type { MembershipClient } from '../public'
import type { Cart } from '../storage/pending'

export interface InspectorSettings {
  client: MembershipClient
  window: Window & typeof globalThis
  /** Origin, or base URL, of the API, which serves help texts and documentation. */
  apiUrl: string
}

export const sides = ['right', 'left'] as const
export type Side = (typeof sides)[number]

export const tabs = ['inspector', 'member', 'app'] as const
export type Tab = (typeof tabs)[number]

/** An element to highlight on the page, and its message. */
export interface XRayElement {
  element: Element
  message: string
}

/** The state of the inspector. The names are those of the specification, section 3; the last two are ours. */
export interface InspectorStore {
  showSidebar: WritableAtom<boolean>
  showSide: WritableAtom<Side>
  showTab: WritableAtom<Tab>
  xRayMode: WritableAtom<boolean>
  xRayErrorElements: WritableAtom<readonly XRayElement[]>
  xRayWarningElements: WritableAtom<readonly XRayElement[]>
  /** The choice that waits for a login in this tab; null without one. */
  cartData: WritableAtom<Cart | null>
  inspectorData: WritableAtom<readonly InspectorItem[]>
  memberData: WritableAtom<Member | null>
  appData: WritableAtom<App | null>
  xRayFoundElements: WritableAtom<readonly XRayElement[]>
  /** The newest last. */
  log: WritableAtom<readonly LogRow[]>
}

/** @param stored the settings in the browser's storage */
export const createInspectorStore = (stored: {
  xRayMode: boolean
  showSide: Side
  showSidebar: boolean
}): InspectorStore => ({
  showSidebar: atom(stored.showSidebar),
  showSide: atom(stored.showSide),
  showTab: atom<Tab>('inspector'),
  xRayMode: atom(stored.xRayMode),
  xRayErrorElements: atom<readonly XRayElement[]>([]),
  xRayWarningElements: atom<readonly XRayElement[]>([]),
  cartData: atom<Cart | null>(null),
  inspectorData: atom<readonly InspectorItem[]>([]),
  memberData: atom<Member | null>(null),
  appData: atom<App | null>(null),
  xRayFoundElements: atom<readonly XRayElement[]>([]),
  log: atom<readonly LogRow[]>([]),
})

/** A row in the inspector's first tab. */
export interface InspectorItem {
  /** The same on every scan, so that an open row stays open. */
  key: string
  /** Of a rule, of a notice, `ready-for-checkout`, `ready-for-signup`, or one of the two special kinds. */
  id: string
  type: ItemType
  /** Its attribute. */
  attribute: string
  title: string
  /** Names the value. */
  message?: string | undefined
  /** One of our own checks, which the Memberstack inspector does not have. */
  own?: true | undefined
  /** Several for a notice. */
  elements: readonly Element[]
}

export const itemTypes = ['cart', 'plan-price-clicked', 'content-removed', 'error', 'warning', 'found'] as const
export type ItemType = (typeof itemTypes)[number]

/** One entry of `inspector-help.json`. */
export interface HelpEntry {
  id: string
  type: 'cart' | 'found' | 'error' | 'warning'
  dataAttribute: string
  title: string
  description: string
  helpItems: readonly { title: string; description: string }[]
  /** Relative to the API's URL: `docs/inspector#broken-plan-suffix`. */
  documentationLink: string
}

export const logKinds = ['call', 'error', 'redirect', 'gating', 'choice', 'page'] as const

/** A row of the log, without secrets: it is stored for the next page of this tab and copied into reports. */
export interface LogRow {
  /** Epoch milliseconds. */
  at: number
  kind: (typeof logKinds)[number]
  /** One sentence, such as `removed: group pro-area needs plan pln_pro`; of a page its path. */
  text: string
  /** The input of a call: redacted JSON. */
  detail?: string
}
