import { vi } from 'vitest'

/** A fake provider window. */
export interface FakePopup {
  /** URL passed to `window.open`. */
  address: URL | null
  name: string
  features: string
  /** Later navigations. */
  led: string[]
  closed: boolean
  focused: number
  /** Parameters of its first URL. */
  parameters(): URLSearchParams
  /** Posts to the page as the server's page would, with the state of the opening by default. */
  post(data: object, from?: { origin?: string; source?: unknown }): void
}

/** Intercepts all windows that the page opens. @param page with an API at https://api.example */
export function fakePopups(page: Window & typeof globalThis): FakePopup[] {
  const opened: FakePopup[] = []
  vi.spyOn(page, 'open').mockImplementation((address, name, features) => {
    const popup = createPopup(page, String(address ?? ''), { name: String(name), features: String(features) })
    opened.push(popup)
    // A window of another origin can do no more than this.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return popup as unknown as Window
  })
  return opened
}

function createPopup(page: Window & typeof globalThis, address: string, given: { name: string; features: string }) {
  const led: string[] = []
  const popup: FakePopup & { location: object; focus(): void; close(): void } = {
    ...given,
    address: address ? new URL(address) : null,
    led,
    closed: false,
    focused: 0,
    location: { replace: (to: string) => void led.push(to) },
    focus: () => void (popup.focused += 1),
    close: () => void (popup.closed = true),
    parameters: () => new URL(led.at(-1) ?? address).searchParams,
    post(data, { origin = 'https://api.example', source = popup } = {}) {
      const state = popup.parameters().get('state')
      const event = new page.Event('message')
      page.dispatchEvent(Object.assign(event, { data: { state, ...data }, origin, source }))
    },
  }
  return popup
}
