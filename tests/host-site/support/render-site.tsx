import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'
import { createPages } from '../../../host-site/app/pages'
import { SiteApp } from '../../../host-site/app/site-app'
import { createAccount } from '../../../host-site/features/account/account'
import { createBrowserKeys } from '../../../host-site/lib/browser-keys'
import { createMembership } from '../../../host-site/lib/membership'
import type { SiteApi } from '../../../host-site/lib/site-api'
import { fakeClient, installClient, removeClient } from './fake-client'
import type { Member } from '../../../widget/public'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true

/** Calls fail unless the test provides a response. */
const unanswered = async () => ({ success: false, code: '', error: '', retryAfterSeconds: null }) as const

let root: Root | null = null

export interface RenderOptions {
  call?: SiteApi['call']
  download?: SiteApi['download']
  upload?: SiteApi['upload']
  readOpenFile?: SiteApi['readOpenFile']
  loggedIn?: Member | null
  /** Changes the fake client before its first use. */
  prepare?: (client: ReturnType<typeof fakeClient>['client']) => void
}

/** Renders the whole site with a fake membership script. */
export async function renderSite(
  path: string,
  {
    loggedIn = null,
    prepare,
    call = unanswered,
    download = unanswered,
    upload = unanswered,
    readOpenFile = async () => ({ outcome: 'unreachable' }),
  }: RenderOptions = {},
) {
  const fake = fakeClient(loggedIn)
  prepare?.(fake.client)
  installClient(fake.client)
  const reports: string[] = []
  const loads: string[] = []
  window.history.replaceState(null, '', path)
  document.body.replaceChildren(Object.assign(document.createElement('div'), { id: 'root' }))
  const account = createAccount({
    membership: createMembership({
      window,
      report: (...parts) => reports.push(parts.join(' ')),
      loadScript: () => Promise.resolve(),
    }),
    keys: createBrowserKeys(() => window.localStorage),
    load: (target) => loads.push(target),
  })
  const api = {
    call,
    download,
    upload: vi.fn<SiteApi['upload']>(upload),
    send: vi.fn<SiteApi['send']>(async () => ({ success: true })),
    verify: vi.fn<SiteApi['verify']>(async () => ({ outcome: 'unknown' })),
    readOpenFile: vi.fn<SiteApi['readOpenFile']>(readOpenFile),
    addressOfFile: (file: string) => `http://localhost:4001${file}`,
  }
  const pages = createPages()
  await pages.loadAll()
  await act(async () => {
    root = createRoot(document.body.firstElementChild!)
    root.render(<SiteApp account={account} api={api} pages={pages} />)
  })
  return { ...fake, reports, loads, api }
}

export async function leaveSite(): Promise<void> {
  await act(async () => root?.unmount())
  root = null
  removeClient()
  window.localStorage.clear()
  window.history.replaceState(null, '', '/')
}

export const find = (selector: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`Nothing matches ${selector} in:\n${document.body.textContent}`)
  return element
}

export const field = (name: string): HTMLInputElement => {
  const element = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!element) throw new Error(`There is no field "${name}".`)
  return element
}

export const submitButton = (): HTMLButtonElement => {
  const element = document.querySelector<HTMLButtonElement>('form [type="submit"]')
  if (!element) throw new Error('There is no submit button.')
  return element
}

/** The first link or button with this text. */
export const control = (text: string, within = 'body'): HTMLElement => {
  const all = [...find(within).querySelectorAll<HTMLElement>('a, button')]
  const match = all.find((element) => element.textContent === text)
  if (!match) throw new Error(`No link or button "${text}" among: ${all.map((one) => one.textContent).join(', ')}`)
  return match
}

export const texts = (selector: string): (string | null)[] =>
  [...document.querySelectorAll(selector)].map((element) => element.textContent)

export const alertText = (): string | null => document.querySelector('[role="alert"]')?.textContent ?? null

export const click = (element: HTMLElement): Promise<void> => act(async () => element.click())

/** Types into fields by name. */
export async function fill(values: Record<string, string>): Promise<void> {
  await act(async () => {
    for (const [name, value] of Object.entries(values)) {
      const filled = field(name)
      filled.value = value
      filled.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
}

export const submit = (): Promise<void> => act(async () => submitButton().form?.requestSubmit(submitButton()))
