import autocannon from 'autocannon'
import * as v from 'valibot'
import { memberAuth } from '../../../contract/entities'
import type { Installation } from './installations'
import { processorTime } from './processor-time'

export interface LoadFigures {
  perSecond: number
  /** Processor time of API and database for each, in microseconds: a busy machine does not change it. */
  processorUs: number
}

export interface ScalingFigures {
  name: string
  /** Accounts made (a hash, one transaction). */
  signUps: LoadFigures
  /** Session reads (a lookup). */
  reads: LoadFigures
  /** Profiles changed (one transaction). */
  writes: LoadFigures
  bytesPerMember: number
}

const HEADERS = { 'x-app-id': 'app_demo', 'x-api-key': 'pk_sb_demo', 'content-type': 'application/json' }
/** Concurrent callers over all processes. */
const CONNECTIONS = 32
const PASSWORD = 'seven quiet otters'

type Request = autocannon.Request

/** Measures one installation without other load. @param members created first @param seconds of each load */
export async function measureInstallation(
  installation: Installation,
  { members, seconds }: { members: number; seconds: number },
): Promise<ScalingFigures> {
  const { name, urls, databaseBytes } = installation
  const tokens: string[] = []
  for (let caller = 0; caller < CONNECTIONS; caller += 1) tokens.push(await join(urls, caller))
  const before = await databaseBytes()
  let made = 0
  const signUp: Request = {
    method: 'POST',
    path: '/auth/signup',
    headers: HEADERS,
    setupRequest: (request) => {
      made += 1
      const customFields = { 'first-name': 'Ada', 'last-name': 'Lovelace' }
      return {
        ...fromAnywhere(request),
        body: JSON.stringify({ email: `member${made}@example.com`, password: PASSWORD, customFields }),
      }
    },
  }
  const signUps = await load(installation, [signUp], { amount: members })
  const bytesPerMember = ((await databaseBytes()) - before) / made
  const as = (token: string) => ({ ...HEADERS, authorization: `Bearer ${token}` })
  const reads = await load(
    installation,
    tokens.map((token): Request => ({
      method: 'GET',
      path: '/member',
      headers: as(token),
      setupRequest: fromAnywhere,
    })),
    { duration: seconds },
  )
  let change = 0
  const writes = await load(
    installation,
    tokens.map((token): Request => ({
      method: 'POST',
      path: '/member',
      headers: as(token),
      setupRequest: (request) => {
        change += 1
        return { ...fromAnywhere(request), body: JSON.stringify({ customFields: { 'first-name': `Ada ${change}` } }) }
      },
    })),
    { duration: seconds },
  )
  return { name, signUps, reads, writes, bytesPerMember }
}

/** Callers use thousands of IP addresses, as the visitors of a site do; limits apply to each address. */
const fromAnywhere = (request: Request): Request => {
  const part = () => Math.floor(Math.random() * 250)
  return { ...request, headers: { ...request.headers, 'x-forwarded-for': `198.18.${part()}.${part()}` } }
}

const answer = v.object({ data: memberAuth })

/** A member whose session the load uses. */
async function join(urls: readonly string[], caller: number): Promise<string> {
  const body = JSON.stringify({ email: `caller${caller}@example.com`, password: PASSWORD })
  const response = await fetch(`${urls[0]}/auth/signup`, { method: 'POST', headers: HEADERS, body })
  return v.parse(answer, await response.json()).data.tokens.accessToken
}

/** Runs the load on all processes at once. @throws Error if a process had no successful response */
async function load(
  { urls, pids }: Installation,
  requests: Request[],
  { amount, duration }: { amount?: number; duration?: number },
): Promise<LoadFigures> {
  const connections = Math.floor(CONNECTIONS / urls.length)
  const [began, before] = [performance.now(), processorTime(pids)]
  const results = await Promise.all(
    urls.map((url) =>
      autocannon({
        url,
        requests,
        connections,
        // A busy machine is slow; a missing response is still a failure.
        timeout: 120,
        ...(amount !== undefined && { amount: Math.floor(amount / urls.length) }),
        ...(duration !== undefined && { duration }),
      }),
    ),
  )
  const seconds = (performance.now() - began) / 1_000
  const answered = results.map((result) => result['2xx']).reduce((sum, count) => sum + count, 0)
  const failed = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  // On a busy machine a few requests get a retry response.
  if (failed > answered / 20) throw new Error(`${failed} requests failed: ${JSON.stringify(results.map(codesOf))}`)
  return { perSecond: answered / seconds, processorUs: ((processorTime(pids) - before) * 1_000) / answered }
}

const codesOf = ({ statusCodeStats, errors, timeouts }: autocannon.Result) => ({ ...statusCodeStats, errors, timeouts })
