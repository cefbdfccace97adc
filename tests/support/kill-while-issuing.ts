import * as v from 'valibot'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mode } from '../../api/lib/ids'
import { memberAuth } from '../../contract/entities'
import { heldTag } from '../../contract/schemas/tags'
import { dumpDatabase } from './dump-database'
import { endApi } from './killable-installation'
import type { KillableInstallation } from './killable-installation'
import { logFaultsAfterKill } from './log-faults-after-kill'
import { passedAttempt } from './passed-attempt'

/** Each has one credit per attempt. */
const MEMBERS = 3
const ATTEMPTS = 6
const KILL_WITHIN_MS = 60
const HEADERS = { 'content-type': 'application/json', 'x-app-id': 'app_trusttag' }

export interface IssuingReport {
  kills: number
  attempts: number
  /** Acknowledged TrustTags before the kill, and requests without a response. */
  acknowledged: number
  unanswered: number
  /** Attempts without exactly one TrustTag, or with another one than acknowledged. */
  wrong: string[]
  /** Credits that are neither spent nor left. */
  lost: string[]
  /** Faults of the public log after each kill and at the end. */
  log: string[]
}

export interface IssueRequest {
  attemptId: string
  token: string
  issuedId: string | null
}

/**
 * Repeatedly kills the API (SIGKILL) while TrustTags are issued, restarts it on the same data, and repeats all requests
 * as the site does. Needs a build.
 */
export async function killWhileIssuing(kills: number, installation: KillableInstallation): Promise<IssuingReport> {
  const { file } = installation
  const requests: IssueRequest[] = []
  const log: string[] = []
  let unanswered = 0
  let api = await installation.start()
  for (let kill = 0; kill < kills; kill += 1) {
    const fresh = await prepare(api.url, installation, kill)
    const asked = fresh.map(async (request) => (request.issuedId = await issue(api.url, request).catch(() => null)))
    await Promise.race(asked)
    await sleep(Math.random() * KILL_WITHIN_MS)
    await Promise.all([installation.strike(api), ...asked])
    unanswered += fresh.filter(({ issuedId }) => issuedId === null).length
    log.push(...(await logFaultsAfterKill(installation)).map((fault) => `after kill ${kill}: ${fault}`))
    api = await installation.start()
    for (const request of fresh) {
      const id = await issue(api.url, request)
      if (request.issuedId !== null && request.issuedId !== id) request.issuedId = `${request.issuedId} and ${id}`
      request.issuedId ??= id
    }
    requests.push(...fresh)
  }
  await endApi(api)
  log.push(...(await logFaultsAfterKill(installation)))
  return {
    kills,
    attempts: requests.length,
    acknowledged: requests.length - unanswered,
    unanswered,
    log,
    ...check(file, requests),
  }
}

const rowsOf = (tables: Record<string, unknown[]>, name: string) =>
  v.parse(v.array(v.record(v.string(), v.unknown())), tables[name])

function check(file: string, requests: readonly IssueRequest[]): Pick<IssuingReport, 'wrong' | 'lost'> {
  const tables = dumpDatabase(file)
  const [tags, credits] = [rowsOf(tables, 'tags'), rowsOf(tables, 'credits')]
  const wrong = requests.flatMap(({ attemptId, issuedId }) => {
    const own = tags.filter((tag) => tag['attempt_id'] === attemptId).map((tag) => tag['id'])
    return own.length === 1 && own[0] === issuedId ? [] : [`${attemptId}: ${own.join(', ')}, acknowledged ${issuedId}`]
  })
  const lost = credits.flatMap(({ id, status, tag_id: tagId }) => {
    const spentOn = tags.filter((tag) => tag['credit_id'] === id).map((tag) => tag['id'])
    const isRight = status === 'SPENT' && spentOn.length === 1 && spentOn[0] === tagId
    return isRight ? [] : [`${String(id)}: ${String(status)}, ${spentOn.join(', ')}`]
  })
  return { wrong, lost }
}

/** Three members with six passed attempts and credits each. */
export async function prepare(url: string, installation: KillableInstallation, round: number): Promise<IssueRequest[]> {
  const joined = Array.from({ length: MEMBERS }, async (_, member) => {
    const email = `round${round}-holder${member}@example.test`
    const customFields = { 'first-name': 'Ada', 'last-name': 'Lovelace', phone: '5550100' }
    const answer = await post(`${url}/auth/signup`, { email, password: 'correct horse battery', customFields })
    const { member: row, tokens } = v.parse(v.object({ data: memberAuth }), answer).data
    return { id: row.id, token: tokens.accessToken }
  })
  const members = await Promise.all(joined)
  const store = await installation.openStore()
  try {
    const requests: IssueRequest[] = []
    for (const { id: memberId, token } of members)
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const attemptId = `att_${memberId}_${attempt}`
        await store.transaction(async ({ attempts, credits }) => {
          await attempts.insert(passed(attemptId, memberId))
          const shared = { appId: 'app_trusttag', mode: 'test' as Mode, memberId, purchaseId: null, tagId: null }
          const status = 'AVAILABLE' as const
          await credits.insert({ id: `crd_${memberId}_${attempt}`, ...shared, status, createdAt: 1, changedAt: 1 })
        })
        requests.push({ attemptId, token, issuedId: null })
      }
    return requests
  } finally {
    await store.close()
  }
}

const passed = (id: string, memberId: string) => ({
  ...passedAttempt,
  id,
  memberId,
  appId: 'app_trusttag',
  mode: 'test' as const,
})

export async function issue(url: string, { attemptId, token }: IssueRequest): Promise<string> {
  const body = { attemptId, holderName: 'Ada Lovelace' }
  const answer = await post(`${url}/trusttag/tags`, body, { authorization: `Bearer ${token}` })
  return v.parse(v.object({ data: heldTag }), answer).data.trustTagId
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
