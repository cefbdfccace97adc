import { vi } from 'vitest'

/** What stands in for a window of a provider: what the page does with it, and what it says to the page. */
export interface PopupStandIn {
  /** As `window.open` was asked. */
  address: URL | null
  name: string
  features: string
  /** Where it was led to after it had been opened. */
  led: string[]
  closed: boolean
  focused: number
  /** The parameters that it began with. */
  parameters(): URLSearchParams
  /** Posts to the page, as the server's page would; the state is that of the opening unless it says otherwise. */
  post(data: object, from?: { origin?: string; source?: unknown }): void
}

/** Every window that a page opens from now on. @param page with an API at https://api.example */
export function standInForPopups(page: Window & typeof globalThis): PopupStandIn[] {
  const opened: PopupStandIn[] = []
  vi.spyOn(page, 'open').mockImplementation((address, name, features) => {
    const popup = standIn(page, String(address ?? ''), { name: String(name), features: String(features) })
    opened.push(popup)
    // A window of another origin can do no more than this.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return popup as unknown as Window
  })
  return opened
}

function standIn(page: Window & typeof globalThis, address: string, given: { name: string; features: string }) {
  const led: string[] = []
  const popup: PopupStandIn & { location: object; focus(): void; close(): void } = {
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
