import { Window as HappyWindow } from 'happy-dom'
import { cleanStores } from 'nanostores'
import { createDeviceMemory } from '../../../widget/storage/token'
import { type ClientSettings, createClient, type CreatedClient } from '../../../widget/client/create-client'
import { $app, $readiness, setReadiness } from '../../../widget/stores/app'
import { $authChange, $member, clearSession, setMember, setVisitSessionId } from '../../../widget/stores/identity'
import type { TestApi } from '../../support/start-api'

export interface SeenRequest {
  method: string
  path: string
  headers: Headers
  body: unknown
}

export interface OpenClient extends CreatedClient {
  window: Window & typeof globalThis
  /** The requests to the server, oldest first. */
  requests: SeenRequest[]
  /** If set, every response waits for it. */
  hold: { until: Promise<void> | undefined; held: number }
  /** If set, this is every response. */
  refuse: { with: Response | undefined }
  /** From now on the server is unreachable. */
  unplug: () => void
}

/** A client on its own page, connected to the real API: a visitor, ready, unless the test changes that. */
export function openClient(api: TestApi, changes: Partial<ClientSettings> = {}): OpenClient {
  cleanStores($app, $member, $readiness, $authChange)
  $app.set(null)
  clearSession()
  setMember(null)
  setVisitSessionId(null)
  setReadiness('known')
  const window = aWindow('https://shop.example/members/page.html?utm_source=news')
  const requests: SeenRequest[] = []
  const hold: OpenClient['hold'] = { until: undefined, held: 0 }
  const refuse: OpenClient['refuse'] = { with: undefined }
  let plugged = true
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (!plugged) throw new TypeError('Failed to fetch')
    const { pathname, search } = new URL(url instanceof Request ? url.url : url)
    const headers = new Headers(init?.headers)
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    requests.push({ method: init?.method ?? 'GET', path: pathname + search, headers, body })
    if (refuse.with) return refuse.with.clone()
    // Headers that a browser adds.
    const sent = new Headers(headers)
    sent.set('origin', window.location.origin)
    const answer = await api.request(pathname + search, { ...init, headers: sent })
    if (hold.until) hold.held += 1
    await hold.until
    return answer
  }
  const created = createClient({
    window,
    apiUrl: 'https://api.example',
    appId: 'app_demo',
    publicKey: 'pk_sb_demo',
    mayTrack: true,
    inviteToken: () => null,
    saveFlow: () => true,
    device: createDeviceMemory(window),
    fetch,
    onDestroy: () => {},
    ...changes,
  })
  return { ...created, window, requests, hold, refuse, unplug: () => void (plugged = false) }
}

function aWindow(url: string): Window & typeof globalThis {
  // happy-dom declares its own types for what it implements of the browser's.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new HappyWindow({ url }) as unknown as Window & typeof globalThis
}

export const ada = { email: 'ada@example.com', password: 'correct horse' }
