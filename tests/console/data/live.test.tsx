// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createClient } from '../../../console/data/client'
import { ConsoleProvider, createQueryClient, ScopeProvider } from '../../../console/data/console'
import { LiveUpdates } from '../../../console/data/live'
import { useRead } from '../../../console/data/queries'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => void vi.useRealTimers())

function Jobs() {
  const read = useRead('listJobs', {})
  return <p>{read.data?.data.length}</p>
}

/** A screen that shows jobs. @param events answer of the server to the stream of events */
async function openJobs(events: () => Response) {
  const calls: string[] = []
  const client = createClient({
    fetch(url) {
      const { pathname } = new URL(url, 'http://localhost')
      calls.push(pathname)
      return Promise.resolve(pathname === '/admin/events' ? events() : Response.json({ data: [] }))
    },
    isOnline: () => true,
    token: () => 'token',
    isUsed: () => true,
    confirmPassword: () => Promise.resolve(false),
    onLoggedOut: () => {},
  })
  const queries = createQueryClient()
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no other service is used
  const services = { client } as unknown as Parameters<typeof ConsoleProvider>[0]['console']
  await act(async () =>
    root.render(
      <ConsoleProvider console={services} queries={queries}>
        <ScopeProvider appId="app_a" mode="live">
          <LiveUpdates />
          <Jobs />
        </ScopeProvider>
      </ConsoleProvider>,
    ),
  )
  onTestFinished(() => act(() => root.unmount()))
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(0)
  return { reads: () => calls.filter((path) => path === '/admin/jobs').length, pass }
}

const refused = () => Response.json({ code: 'too-many-requests', message: 'Wait.' }, { status: 429 })

function see(isHidden: boolean): Promise<void> {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
  return act(async () => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(0)
  })
}

describe('without a stream of events', () => {
  it('a screen reads again every 30 seconds', async () => {
    const { reads, pass } = await openJobs(refused)
    expect(reads()).toBe(1)
    await pass(29_900)
    expect(reads()).toBe(1)
    await pass(200)
    expect(reads()).toBe(2)
    await pass(60_000)
    expect(reads()).toBe(4)
  })

  it('a hidden page does not, and reads as soon as someone looks at it', async () => {
    const { reads, pass } = await openJobs(refused)
    await see(true)
    await pass(120_000)
    expect(reads()).toBe(1)
    await see(false)
    expect(reads()).toBe(2)
  })
})

describe('with a stream of events', () => {
  it('a screen reads when it opens and after an event, not every 30 seconds; once it breaks, every 30 seconds again', async () => {
    let stream: ReadableStreamDefaultController<Uint8Array> | null = null
    let isBroken = false
    const events = () => {
      if (isBroken) return refused()
      return new Response(new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) }))
    }
    const { reads, pass } = await openJobs(events)
    const say = async (text: string) => {
      stream?.enqueue(new TextEncoder().encode(text))
      await pass(0)
    }
    await say('event: alive\n\n')
    const opened = reads()
    await pass(25_000)
    await say('event: alive\n\n')
    await pass(25_000)
    expect(reads()).toBe(opened)
    await say('event: job\n\n')
    expect(reads()).toBe(opened + 1)
    isBroken = true
    stream!.close()
    await pass(65_000)
    expect(reads()).toBe(opened + 3)
  })
})
