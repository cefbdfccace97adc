import type { AdminEndpoint } from '../../contract/admin/endpoints/admin-endpoint'
import type { Endpoint } from '../../contract/endpoints/endpoint'

/** `headers` adds the caller. */
export interface WireRequest {
  method: string
  /** Path with query. */
  path: string
  headers: Record<string, string>
  body?: BodyInit
}

type Fields = Readonly<Record<string, unknown>>

/** Encodes an input as the endpoint takes it: in path, query, JSON, form or bytes. */
export function requestOf(endpoint: AdminEndpoint | Endpoint, input: Fields, prefix = ''): WireRequest {
  const rest = { ...input }
  const path = endpoint.path.replace(/:(\w+)/gu, (_, parameter: string) => {
    const value = rest[parameter]
    delete rest[parameter]
    return encodeURIComponent(asText(value))
  })
  const fixed = 'query' in endpoint ? (endpoint.query ?? {}) : {}
  const { inQuery, ...sent } = bodyOf(endpoint, rest)
  const query = new URLSearchParams([
    ...Object.entries(fixed),
    ...Object.entries(inQuery).map(([key, value]): [string, string] => [key, asText(value)]),
  ]).toString()
  return { method: endpoint.method, path: `${prefix}${path}${query && `?${query}`}`, ...sent }
}

function bodyOf(
  { method, body }: Pick<Endpoint, 'method'> & { body?: string },
  rest: Fields,
): Pick<WireRequest, 'body' | 'headers'> & { inQuery: Fields } {
  if (method === 'GET') return { inQuery: rest, headers: {} }
  if (body === undefined)
    return { inQuery: {}, headers: { 'content-type': 'application/json' }, body: JSON.stringify(rest) }
  if (body === 'multipart') return { inQuery: {}, headers: {}, body: formOf(rest) }
  const { content, ...inQuery } = rest
  if (body === 'text') return { inQuery, headers: { 'content-type': 'text/plain' }, body: asText(content ?? '') }
  return {
    inQuery,
    headers: {},
    body: content instanceof Uint8Array ? new Uint8Array(content) : asText(content ?? ''),
  }
}

function formOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value instanceof Blob ? value : asText(value))
  return form
}

/** Careless encoding; lone surrogates cannot be in a URL. */
const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')).replaceAll(/\p{Surrogate}/gu, '\ufffd')
