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
  /** Navigations, in order. */
  visited: string[]
  /** Throws if it does not exist. */
  find(selector: string): HTMLElement
  field(selector: string): HTMLInputElement
  /** Runs observers and settled promises. */
  settle(): Promise<void>
}

export interface PageState {
  member?: Member | null | undefined
  readiness?: Readiness
  client?: FakeClient
  /** Opens channel streams; the page polls without it. */
  live?: OpenLive
}

let running: DirectiveEngine | undefined

/**
 * Mounts HTML and starts the directives, as the script tag does, after ending the previous page.
 * @param state a known visitor by default
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

/** Microtasks run awaited code; one task lets DOM observers run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** As far as style sheets and the DOM tell. */
export function isShown(element: Element): boolean {
  if (!element.isConnected) return false
  for (let at: Element | null = element; at; at = at.parentElement)
    if (getComputedStyle(at).display === 'none') return false
  return true
}
