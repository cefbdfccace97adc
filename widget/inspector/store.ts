import { atom, type WritableAtom } from 'nanostores'
import type { App, Member } from '../../contract/entities'
import type { MembershipClient } from '../public'
import type { Fix } from './rules/rule'
import type { Cart } from '../storage/pending'

export interface InspectorSettings {
  client: MembershipClient
  window: Window & typeof globalThis
  /** Origin or base URL of the API, which serves help texts and documentation. */
  apiUrl: string
}

const sides = ['right', 'left'] as const
type Side = (typeof sides)[number]

const tabs = ['inspector', 'member', 'app'] as const
export type Tab = (typeof tabs)[number]

/** An element to highlight on the page, and its message. */
export interface XRayElement {
  element: Element
  message: string
  /** Of its row in the sidebar; undefined for attributes found. */
  number?: number | undefined
}

/** The state of the inspector. Names are those of the specification, section 3, except the last four. */
export interface InspectorStore {
  showSidebar: WritableAtom<boolean>
  showSide: WritableAtom<Side>
  showTab: WritableAtom<Tab>
  xRayMode: WritableAtom<boolean>
  xRayErrorElements: WritableAtom<readonly XRayElement[]>
  xRayWarningElements: WritableAtom<readonly XRayElement[]>
  /** The choice remembered in this tab; null without one. */
  cartData: WritableAtom<Cart | null>
  inspectorData: WritableAtom<readonly InspectorItem[]>
  memberData: WritableAtom<Member | null>
  appData: WritableAtom<App | null>
  xRayFoundElements: WritableAtom<readonly XRayElement[]>
  /** Newest last. */
  log: WritableAtom<readonly LogRow[]>
  /** The element whose row is hovered or focused. */
  pointedElement: WritableAtom<Element | null>
  /** The number of the row that was chosen on the page. */
  chosenNumber: WritableAtom<number | null>
}

/** @param stored the settings from the browser's storage */
export const createInspectorStore = (stored: {
  xRayMode: boolean
  showSide: Side
  showSidebar: boolean
  /** As written; any text. */
  showTab?: string | null
}): InspectorStore => ({
  showSidebar: atom(stored.showSidebar),
  showSide: atom(stored.showSide),
  showTab: atom<Tab>(tabs.find((tab) => tab === stored.showTab) ?? 'inspector'),
  xRayMode: atom(stored.xRayMode),
  xRayErrorElements: atom<readonly XRayElement[]>([]),
  xRayWarningElements: atom<readonly XRayElement[]>([]),
  cartData: atom<Cart | null>(null),
  inspectorData: atom<readonly InspectorItem[]>([]),
  memberData: atom<Member | null>(null),
  appData: atom<App | null>(null),
  xRayFoundElements: atom<readonly XRayElement[]>([]),
  log: atom<readonly LogRow[]>([]),
  pointedElement: atom<Element | null>(null),
  chosenNumber: atom<number | null>(null),
})

/** A row in the inspector's first tab. */
export interface InspectorItem {
  /** The same in every scan, so that an open row stays open. */
  key: string
  /** ID of a rule or a notice, `ready-for-checkout`, `ready-for-signup`, or one of the two special kinds. */
  id: string
  type: ItemType
  attribute: string
  title: string
  /** States the value. */
  message?: string | undefined
  /** An extra check that the Memberstack inspector does not have. */
  own?: true | undefined
  /** Of errors and warnings, in their order: the number on the page. */
  number?: number | undefined
  /** The correction, if it is known. */
  fix?: Fix | undefined
  /** Several elements for a notice. */
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

/** A log row, without secrets: it is stored for the next page of this tab and copied into reports. */
export interface LogRow {
  /** Epoch milliseconds. */
  at: number
  kind: (typeof logKinds)[number]
  /** A short text, such as `removed: group pro-area needs plan pln_pro`. For a page, its path. */
  text: string
  /** The input of a call: redacted JSON. */
  detail?: string
}
