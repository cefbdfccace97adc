import { act } from 'react'
import { vi } from 'vitest'
import { cleanStores } from 'nanostores'
import { type ModalHost, mountModalHost } from '../../../widget/modals/host'
import type { ModalResult, ScreenParams } from '../../../widget/public'
import { clearDrafts } from '../../../widget/modals/ui/drafts'
import { $app, $readiness } from '../../../widget/stores/app'
import { $modalRequest, $modalWarm, hideModal, requestModal } from '../../../widget/stores/modal'
import { anApp } from '../../support/an-app'
import { fakeClient, type FakeClient } from '../../support/fake-client'

/** The modals on their own page, as tests control and see them. */
export interface ModalStage {
  client: FakeClient
  /** Of the calls so far, in order. */
  signals: AbortSignal[]
  host: ModalHost
  /** The element of the modals. */
  element(): HTMLElement
  open(params?: ScreenParams): Promise<ModalResult>
  hide(): void
  /** The dialog around the modal, while one is rendered. */
  dialog(): HTMLDialogElement | null
  /** The modal itself, within its shadow root. */
  overlay(): HTMLElement | null
  find(selector: string): HTMLElement
  input(name: string): HTMLInputElement
  text(): string
  type(name: string, value: string): void
  submit(): Promise<void>
  click(selector: string): Promise<void>
  /** Stops everything and empties the page. */
  leave(): void
}

let copies = 0

/** `act` returns its own promise-like; here the work's result matters. */
function acting<T>(work: () => T): T {
  const answers: T[] = []
  act(() => void answers.push(work()))
  return answers[0]!
}

/** The client as the screens get it. Their signals are recorded, not passed on: what a call sends is the same without. */
const withoutSignals = (client: FakeClient, signals: AbortSignal[]): FakeClient =>
  new Proxy(client, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...input: unknown[]): unknown => {
        const last = input.at(-1)
        if (!(last instanceof Object) || 'provider' in last || !('signal' in last))
          return Reflect.apply(method, target, input)
        const { signal, ...rest } = last
        if (signal instanceof AbortSignal) signals.push(signal)
        const others = Object.keys(rest).length > 0 ? [rest] : []
        return Reflect.apply(method, target, [...input.slice(0, -1), ...others])
      }
    },
  })

/** @param known whether the page already knows its app */
export function modalStage({ app = anApp(), known = true } = {}): ModalStage {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const client = fakeClient()
  const signals: AbortSignal[] = []
  if (known) $app.set(app)
  $readiness.set(known ? 'known' : 'waiting')
  const host = acting(() => mountModalHost({ client: withoutSignals(client, signals), document }))
  copies += 1
  const name = copies === 1 ? 'ms-modal-host' : `ms-modal-host-${copies}`
  const element = (): HTMLElement => document.querySelector<HTMLElement>(name)!
  const root = (): ShadowRoot => element().shadowRoot!
  const overlay = (): HTMLElement | null => root().querySelector<HTMLElement>('.overlay')
  const find = (selector: string): HTMLElement => {
    const found = root().querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`Nothing matches ${selector} in: ${root().textContent}`)
    return found
  }
  const input = (field: string): HTMLInputElement => root().querySelector<HTMLInputElement>(`input[name=${field}]`)!
  const doing = (work: () => void): Promise<void> => act(async () => work())
  return {
    client,
    signals,
    host,
    element,
    find,
    input,
    open: (params = {}) => acting(() => ({ result: requestModal('LOGIN', params) })).result,
    hide: () => act(() => hideModal()),
    dialog: () => (overlay() ? element().closest('dialog') : null),
    overlay,
    text: () => root().textContent ?? '',
    type: (field, value) =>
      act(() => {
        input(field).value = value
        input(field).dispatchEvent(new Event('input', { bubbles: true }))
      }),
    submit: () => doing(() => root().querySelector('form')?.requestSubmit()),
    click: (selector) => doing(() => find(selector).click()),
    leave() {
      act(() => host.unmount())
      document.body.replaceChildren()
      document.adoptedStyleSheets = []
      cleanStores($modalRequest)
      $modalWarm.set(null)
      clearDrafts()
      sessionStorage.clear()
      $app.set(null)
      $readiness.set('waiting')
    },
  }
}
