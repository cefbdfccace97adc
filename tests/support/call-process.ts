import * as v from 'valibot'
import { endpoints } from '../../contract/endpoints'
import type { EndpointName } from '../../contract/endpoints'
import { schemas } from '../../contract/schemas'
import type { Call, Output } from '../../contract/schemas'
import { requestOf } from './request-of'

export interface ProcessCall {
  /** Called with its Test Mode key; default: the demo app. */
  app?: string
  key?: string
  /** A session token. */
  token?: string
  /** The client address that the load balancer reports. */
  address?: string
}

export interface ProcessAnswer<T> {
  status: number
  /** Error code. */
  code: string | undefined
  /** `data` of the body; reading it on an error fails the test. */
  readonly data: T
}

const answer = v.object({ data: v.optional(v.unknown()), code: v.optional(v.string()) })

/** Calls as a page in Test Mode. */
export async function callProcess<K extends EndpointName>(
  { url }: { url: string },
  name: K,
  input: Call<K>,
  { app = 'app_demo', key = 'pk_sb_demo', address = '192.0.2.1', token }: ProcessCall = {},
): Promise<ProcessAnswer<Output<K>>> {
  const request = requestOf(endpoints[name], { ...input })
  const headers = {
    ...request.headers,
    'x-app-id': app,
    'x-api-key': key,
    'x-forwarded-for': address,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(url + request.path, {
    method: request.method,
    headers,
    ...(request.body !== undefined && { body: request.body }),
  })
  const text = await response.text()
  const body = v.parse(answer, JSON.parse(text))
  const schema: (typeof schemas)[K]['output'] = schemas[name].output
  return {
    status: response.status,
    code: body.code,
    get data() {
      if (!response.ok) throw new Error(`${name} answered ${response.status} ${text}`)
      return v.parse(schema, body.data)
    },
  }
}

export const callBoth = <K extends EndpointName>(
  { one, other }: { one: { url: string }; other: { url: string } },
  name: K,
  inputs: readonly [Call<K>, Call<K>],
  how: ProcessCall = {},
): Promise<ProcessAnswer<Output<K>>[]> =>
  Promise.all([callProcess(one, name, inputs[0], how), callProcess(other, name, inputs[1], how)])

/** Sorted, so that it does not matter which process was faster. */
export const statuses = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((first, second) => first - second)
