import { vi } from 'vitest'
import type { Member } from '../../contract/entities'
import { startDirectives, type DirectiveEngine } from '../../widget/directives/start'
import { setMember } from '../../widget/stores/identity'
import { clearMessage } from '../../widget/stores/feedback'
import { setReadiness, type Readiness } from '../../widget/stores/app'
import type { OpenLive } from '../../widget/transport/live-channel'
import { fakeClient, type FakeClient } from './fake-client'

export interface MountedPage {
  client: FakeClient
  engine: DirectiveEngine
  /** Where the page was sent, in order. */
  visited: string[]
  /** The element that a selector finds; throws when there is none. */
  find(selector: string): HTMLElement
  /** The same for an input. */
  field(selector: string): HTMLInputElement
  /** Lets observers and answered promises run. */
  settle(): Promise<void>
}

export interface PageState {
  member?: Member | null | undefined
  readiness?: Readiness
  client?: FakeClient
  /** Opens streams of channels; without it the page polls. */
  live?: OpenLive
}

let running: DirectiveEngine | undefined

/**
 * Puts HTML into the test's document and starts the page's directives on it, as the script tag does. The page before
 * it is ended first.
 * @param state who is looking; a visitor, known, unless told otherwise
 */
export async function mountPage(html: string, state: PageState = {}): Promise<MountedPage> {
  leavePage()
  document.body.innerHTML = html
  setMember('member' in state ? state.member : null)
  setReadiness(state.readiness ?? 'known')
  const visited: string[] = []
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void visited.push(String(url)))
  const client = state.client ?? fakeClient()
  running = startDirectives({ client, document, window, ...(state.live && { live: state.live }) })
  const page = { client, engine: running, visited, find, field, settle }
  await settle()
  return page
}

/** Ends the page, so that the next starts from nothing. */
export function leavePage(): void {
  running?.stop()
  running = undefined
  clearMessage()
  document.adoptedStyleSheets = []
  document.body.replaceChildren()
}

export function find(selector: string): HTMLElement {
  const element = document.querySelector(selector)
  if (!(element instanceof HTMLElement)) throw new Error(`The page has no ${selector}`)
  return element
}

function field(selector: string): HTMLInputElement {
  const element = find(selector)
  if (!(element instanceof HTMLInputElement)) throw new Error(`${selector} is no input`)
  return element
}

/** Microtasks are enough for what we await; a turn of the message loop lets the DOM's observers deliver. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Whether a person can see the element, as far as style sheets and the DOM tell. */
export function isShown(element: Element): boolean {
  if (!element.isConnected) return false
  for (let at: Element | null = element; at; at = at.parentElement)
    if (getComputedStyle(at).display === 'none') return false
  return true
}
