import { ADMIN_PATH, adminEndpoints } from '../../contract/admin/endpoints'
import type { AdminEndpointName } from '../../contract/admin/endpoints'
import type { AdminEndpoint } from '../../contract/admin/endpoints/admin-endpoint'
import { makeSecretKey } from '../../api/features/apps/secret-keys'
import type { OwnerScope } from '../../api/features/apps/definition'
import type { TestApi } from './start-api'

/** A valid secret key. */
export async function aSecretKey(
  { store, services }: Pick<TestApi, 'store' | 'services'>,
  { appId, mode }: OwnerScope = { appId: 'app_demo', mode: 'test' },
): Promise<string> {
  const { key, row } = makeSecretKey(services, { appId, mode }, 'tests')
  await store.secretKeys.insert(row)
  return key
}

export interface AdminTestAnswer {
  status: number
  headers: Headers
  text: string
  /** Undefined if it is not JSON. */
  body: unknown
}

/** Takes path parameters from the input. */
export async function callAdmin(
  { request }: Pick<TestApi, 'request'>,
  key: string,
  name: AdminEndpointName,
  input: Readonly<Record<string, unknown>> = {},
): Promise<AdminTestAnswer> {
  const endpoint: AdminEndpoint = adminEndpoints[name]
  const { method, path: template, body: kind } = endpoint
  const rest = { ...input }
  const path = template.replace(/:(\w+)/gu, (_, parameter: string) => {
    const value = String(rest[parameter])
    delete rest[parameter]
    return encodeURIComponent(value)
  })
  const { content, ...fields } = rest
  const inQuery = method === 'GET' ? rest : kind === 'text' ? fields : {}
  const query = new URLSearchParams(Object.entries(inQuery).map(([field, value]) => [field, String(value)])).toString()
  const hasBody = method !== 'GET'
  const response = await request(`${ADMIN_PATH}${path}${query && `?${query}`}`, {
    method,
    headers: { 'x-api-key': key, ...(hasBody && { 'content-type': kind ? 'text/plain' : 'application/json' }) },
    ...(hasBody && { body: kind === 'text' ? String(content) : JSON.stringify(rest) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
