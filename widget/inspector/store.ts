import { atom, type WritableAtom } from 'nanostores'
import type { App, Member } from '../../contract/entities'
import type { Cart } from '../storage/pending'
import type { InspectorItem } from './item'
import type { LogRow } from './log-row'

export const sides = ['right', 'left'] as const
export type Side = (typeof sides)[number]

export const tabs = ['inspector', 'member', 'app'] as const
export type Tab = (typeof tabs)[number]

/** An element to be marked on the page, and what to say of it. */
export interface XRayElement {
  element: Element
  message: string
}

/** Everything that the inspector shows. Names are those of the specification, section 3; the last two are ours. */
export interface InspectorStore {
  showSidebar: WritableAtom<boolean>
  showSide: WritableAtom<Side>
  showTab: WritableAtom<Tab>
  xRayMode: WritableAtom<boolean>
  xRayErrorElements: WritableAtom<readonly XRayElement[]>
  xRayWarningElements: WritableAtom<readonly XRayElement[]>
  /** What waits for a login in this tab; null when nothing does. */
  cartData: WritableAtom<Cart | null>
  inspectorData: WritableAtom<readonly InspectorItem[]>
  memberData: WritableAtom<Member | null>
  appData: WritableAtom<App | null>
  xRayFoundElements: WritableAtom<readonly XRayElement[]>
  /** What the widget did, the newest last. */
  log: WritableAtom<readonly LogRow[]>
}

/** @param kept what the browser remembers of the last page */
export const createInspectorStore = (kept: {
  xRayMode: boolean
  showSide: Side
  showSidebar: boolean
}): InspectorStore => ({
  showSidebar: atom(kept.showSidebar),
  showSide: atom(kept.showSide),
  showTab: atom<Tab>('inspector'),
  xRayMode: atom(kept.xRayMode),
  xRayErrorElements: atom<readonly XRayElement[]>([]),
  xRayWarningElements: atom<readonly XRayElement[]>([]),
  cartData: atom<Cart | null>(null),
  inspectorData: atom<readonly InspectorItem[]>([]),
  memberData: atom<Member | null>(null),
  appData: atom<App | null>(null),
  xRayFoundElements: atom<readonly XRayElement[]>([]),
  log: atom<readonly LogRow[]>([]),
})
