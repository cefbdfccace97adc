import * as fc from './fast-check'
import type { AdminEndpoint } from '../../contract/admin/endpoints/admin-endpoint'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { hostileBody, hostileValue, strangeNames } from './hostile-values'
import type { TriedCallers } from './request-callers'
import { requestOf } from './request-of'
import type { WireRequest } from './request-of'
import { validFor } from './schema-arbitrary'
import type { AnySchema, Pools } from './schema-arbitrary'

type Fields = Readonly<Record<string, unknown>>

export interface TriedEndpoint {
  name: string
  endpoint: Endpoint | AdminEndpoint
  /** Prefix of its path. */
  prefix: string
  input: AnySchema
  /** An input that succeeds for its owner. */
  good: Fields
}

export interface TriedRequest {
  name: string
  caller: string
  wire: WireRequest
}

/** Valid, nearly valid and invalid requests for an endpoint, by all callers. */
export function requestsFor(tried: TriedEndpoint, callers: TriedCallers, pools: Pools): fc.Arbitrary<TriedRequest> {
  const { name, endpoint, prefix } = tried
  const who = Object.entries(callers).map(([caller, { weight }]) => ({ arbitrary: fc.constant(caller), weight }))
  return fc
    .record({ caller: fc.oneof(...who), input: inputsFor(tried, pools), bend: bendings })
    .map(({ caller, input, bend }) => ({ name, caller, wire: bend(requestOf(endpoint, input, prefix)) }))
}

function inputsFor({ endpoint, input, good }: TriedEndpoint, pools: Pools): fc.Arbitrary<Fields> {
  const parameters = [...endpoint.path.matchAll(/:(\w+)/gu)].map(([, parameter = '']) => parameter)
  const path = fc.record(
    Object.fromEntries(parameters.map((name) => [name, fc.constantFrom(...(pools[name] ?? []), good[name])])),
  )
  const made = fc.tuple(validFor(input, pools), path).map(([fields, ids]): Fields => Object.assign({}, fields, ids))
  const names = [...new Set([...Object.keys(good), ...Object.keys(input.entries ?? {}), ...strangeNames])]
  const right = fc.constant(good)
  return fc.oneof(
    { weight: 3, arbitrary: right },
    { weight: 3, arbitrary: made },
    { weight: 5, arbitrary: changed(fc.oneof(right, made), names, pools) },
  )
}

/** One to three fields are missing, foreign or strange. */
function changed(base: fc.Arbitrary<Fields>, names: readonly string[], pools: Pools): fc.Arbitrary<Fields> {
  const known = Object.values(pools).flat()
  const value = fc.oneof(
    { weight: 3, arbitrary: hostileValue },
    { weight: 1, arbitrary: fc.constant(undefined) },
    ...(known.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...known) }] : []),
  )
  const changes = fc.array(fc.tuple(fc.constantFrom(...names), value), { minLength: 1, maxLength: 3 })
  return fc.tuple(base, changes).map(([fields, list]) => Object.fromEntries([...Object.entries(fields), ...list]))
}

type Bend = (wire: WireRequest) => WireRequest

const plain: Bend = (wire) => wire
const withHeader =
  (name: string, value: string): Bend =>
  (wire) => ({ ...wire, headers: { ...wire.headers, [name]: value } })

/** Faults that do not depend on the input. */
const bendings: fc.Arbitrary<Bend> = fc.oneof(
  { weight: 14, arbitrary: fc.constant(plain) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'a/b', '')
      .map((type) => withHeader('content-type', type)),
  },
  {
    weight: 1,
    arbitrary: hostileBody.map(
      (body): Bend =>
        (wire) =>
          wire.method === 'GET' ? wire : { ...wire, body },
    ),
  },
  { weight: 1, arbitrary: fc.constant(twice) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<[string, string]>(
        ['referring-path', '\u00e9'.repeat(3_000)],
        ['sec-gpc', '1'],
        ['x-visitor-token', 'a'.repeat(43)],
        ['if-none-match', '*'],
        ['range', 'bytes=5-2'],
        ['cookie', '_ms-mid=1; session=2'],
      )
      .map(([name, value]) => withHeader(name, value)),
  },
)

/** Duplicates every query key and adds an unknown one. */
function twice(wire: WireRequest): WireRequest {
  const [path = '', query = ''] = wire.path.split('?')
  return {
    ...wire,
    path: `${path}?${[query, query, 'limit=1&limit=2&__proto__=3&isPasswordless=maybe'].filter(Boolean).join('&')}`,
  }
}
