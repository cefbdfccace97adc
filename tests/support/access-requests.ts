import type { AccessWorld } from './access-world'
import { requestOf } from './request-of'
import type { WireRequest } from './request-of'
import { callHeaders } from './start-api'
import type { CallOptions } from './start-api'
import type { Endpoint } from '../../contract/endpoints/endpoint'

export interface ReadAnswer {
  status: number
  /** Error code; empty without an error. */
  code: string
  /** Headers and body. */
  text: string
}

export const ask = (
  world: Pick<AccessWorld, 'request'>,
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  how: CallOptions,
): Promise<ReadAnswer> => {
  const wire = requestOf(endpoint, input)
  return send(world, { ...wire, headers: { ...callHeaders(how, false), ...wire.headers } })
}

export async function send(
  { request }: Pick<AccessWorld, 'request'>,
  { path, ...init }: WireRequest,
): Promise<ReadAnswer> {
  const response = await request(path, init)
  const body = await response.text()
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return { status: response.status, code: response.ok ? '' : codeOf(body), text: `${headers}\n\n${body}` }
}

/** The code of a well-formed error. */
function codeOf(body: string): string {
  try {
    const error: unknown = JSON.parse(body)
    if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return 'no code'
    return typeof error.code === 'string' && typeof error.message === 'string' ? error.code : 'no code'
  } catch {
    return 'no JSON'
  }
}
