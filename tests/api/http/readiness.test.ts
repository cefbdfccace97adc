import { describe, expect, it, onTestFinished } from 'vitest'
import { createReadiness } from '../../../api/http/readiness'
import type { Services } from '../../../api/http/services'
import { startTestApi } from '../../support/start-api'

async function start(services: Partial<Services> = {}) {
  const api = await startTestApi({ services })
  onTestFinished(() => api.close())
  return api
}

const works = {
  store: { isMigrated: () => Promise.resolve(true) },
  files: { check: () => Promise.resolve() },
  uploads: { check: () => Promise.resolve() },
}

/** With only the services that readiness checks. */
async function readinessOf(changes: object, times?: Parameters<typeof createReadiness>[1]) {
  const { services } = await start()
  const [store, files, uploads] = [services.store, services.files, services.uploads]
  const parts = { ...works, ...changes }
  return createReadiness(
    {
      store: { ...store, ...parts.store },
      files: { ...files, ...parts.files },
      uploads: { ...uploads, ...parts.uploads },
    },
    times,
  )
}

describe('GET /ready', () => {
  it('is ready over a real database and a real folder', async () => {
    const response = await (await start()).request('/ready')
    expect([response.status, await response.text()]).toEqual([200, '{"status":"ready"}'])
  })

  it('names the failing parts without reasons', async () => {
    const api = await start()
    await api.store.close()
    const response = await api.request('/ready')
    expect([response.status, await response.text()]).toEqual([503, '{"status":"unavailable","failing":["database"]}'])
  })

  it('accepts no other method and is not part of the client API', async () => {
    const api = await start()
    expect((await api.request('/ready', { method: 'POST' })).status).toBe(404)
    const response = await api.request('/ready', { headers: { origin: 'https://site.example' } })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('has no rate limit', async () => {
    const api = await startTestApi({ rateLimitFactor: 1 })
    onTestFinished(() => api.close())
    const answers = await Promise.all(Array.from({ length: 500 }, () => api.request('/ready')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

/** Checks again; the database answers each time. */
function readinessIsReady(readiness: ReturnType<typeof createReadiness>, answer: () => void) {
  const looked = readiness.look()
  answer()
  return looked
}

describe('a process', () => {
  const rejects = () => Promise.reject(new Error('password=hunter2'))

  it.each([
    ['database', { store: { isMigrated: rejects } }],
    ['migrations', { store: { isMigrated: () => Promise.resolve(false) } }],
    ['storage', { files: { check: rejects } }],
    ['storage', { uploads: { check: rejects } }],
  ])('is not ready without its %s', async (part, broken) => {
    expect(await (await readinessOf(broken)).look()).toEqual([part])
  })

  it('is not ready while the database hangs, does not ask it twice, and is ready when it answers', async () => {
    let asked = 0
    let answer: (isMigrated: boolean) => void = () => {}
    const isMigrated = () => {
      asked += 1
      return new Promise<boolean>((resolve) => (answer = resolve))
    }
    const readiness = await readinessOf({ store: { isMigrated } }, { maxMs: 20, cachedMs: 0 })
    expect(await readiness.look()).toEqual(['database'])
    expect(await readiness.look()).toEqual(['database'])
    expect(asked).toBe(1)
    answer(true)
    const ready = readinessIsReady(readiness, () => answer(true))
    expect(await ready).toEqual([])
  })

  it('asks once for all callers within a second', async () => {
    let asked = 0
    const isMigrated = async () => (asked += 1) > 0
    const readiness = await readinessOf({ store: { isMigrated } }, { cachedMs: 3_600_000 })
    await Promise.all(Array.from({ length: 100 }, () => readiness.look()))
    await readiness.look()
    expect(asked).toBe(1)
  })

  it('reports at once that it drains', async () => {
    const readiness = await readinessOf({}, { cachedMs: 3_600_000 })
    expect(await readiness.look()).toEqual([])
    readiness.drain()
    expect(await readiness.look()).toEqual(['draining'])
  })
})
