import { init } from '@memberstack/admin'
import { onTestFinished } from 'vitest'
import { listen } from '../../../api/http/server'
import { aSecretKey } from '../../support/admin-calls'
import { startTestApi } from '../../support/start-api'
import { library } from '../../api/features/data-tables/open-library'

/** The unchanged published package and the real API over a real socket: an app with every kind of field and plan. */
export async function openPublishedClient() {
  const api = await startTestApi()
  const demo = (await api.store.apps.findById('app_demo'))!
  const keys = { test: 'pk_sb_library', live: 'pk_library' }
  await api.store.apps.insert({ ...demo, id: 'app_library', keys, dataTables: library })
  const server = await listen(api.app.fetch, { host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await server.close(1_000)
    await api.close()
  })
  const key = await aSecretKey(api, { appId: 'app_library', mode: 'test' })
  const connect = (secretKey: string) => init(secretKey, { baseUrl: `${server.url}/admin` })
  return { api, connect, key, url: server.url, memberstack: connect(key) }
}

export type PublishedClient = Awaited<ReturnType<typeof openPublishedClient>>
