import * as v from 'valibot'
import { setTimeout as sleep } from 'node:timers/promises'
import { createIssuer } from '../../api/features/credentials/issuer'
import { revocationEntry } from '../../api/features/credentials/issue'
import { digestOfIndexes, newestVersions } from '../../api/features/credentials/status-list'
import { parseLogEntry } from '../../contract/credential/log-entry'
import type { Store } from './repositories'
import { dumpDatabase } from './dump-database'
import { issue, prepare } from './kill-while-issuing'
import { endApi } from './killable-installation'
import type { KillableInstallation } from './killable-installation'
import { logFaults } from './log-faults'
import { KILLABLE_ISSUER } from './start-killable-api'

const KILL_WITHIN_MS = 60
const MODE = 'test'

export interface RevokingReport {
  kills: number
  /** Deleted members with all TrustTags revoked, and intact ones. */
  gone: number
  there: number
  /** Half revocations, or a log and list that disagree. */
  wrong: string[]
}

interface Credential {
  tagId: string
  entry: string
}

/**
 * Kills the API (SIGKILL) while members with six TrustTags delete their accounts. Each account must be gone with all
 * revoked, or intact. Needs a build.
 */
export async function killWhileRevoking(kills: number, installation: KillableInstallation): Promise<RevokingReport> {
  const report: RevokingReport = { kills, gone: 0, there: 0, wrong: [] }
  // Creates the database.
  await endApi(await installation.start())
  await withoutGrace(installation)
  let api = await installation.start()
  for (let kill = 0; kill < kills; kill += 1) {
    const requests = await prepare(api.url, installation, kill)
    for (const request of requests) request.issuedId = await issue(api.url, request)
    const before = await credentialsOf(installation)
    const tokens = [...new Set(requests.map(({ token }) => token))]
    const asked = tokens.map((token) => leave(api.url, token).catch(() => null))
    // Every second kill comes after the first response, even on a slow machine.
    if (kill % 2 === 0) await Promise.race(asked)
    await sleep(Math.random() * KILL_WITHIN_MS)
    await Promise.all([installation.strike(api), ...asked])
    for (const token of tokens) {
      const ids = new Set(requests.filter((request) => request.token === token).map(({ issuedId }) => issuedId))
      const own = before.filter(({ tagId }) => ids.has(tagId))
      await compare(report, installation, own)
    }
    report.wrong.push(...(await statusFaults(installation)).map((fault) => `after kill ${kill}: ${fault}`))
    api = await installation.start()
  }
  await endApi(api)
  report.wrong.push(...(await statusFaults(installation)))
  return report
}

/** Deletions of the shipped app wait two weeks. */
async function withoutGrace(installation: KillableInstallation): Promise<void> {
  const store = await installation.openStore()
  const app = await store.apps.findById('app_trusttag')
  if (!app) throw new Error('There is no TrustTag app.')
  const { deletionGraceDays: _, ...withoutDays } = app
  await store.apps.replace(withoutDays)
  await store.close()
}

async function leave(url: string, token: string): Promise<void> {
  const headers = { 'x-app-id': 'app_trusttag', authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/member`, { method: 'DELETE', headers })
  if (!response.ok) throw new Error(`It answered ${response.status}: ${await response.text()}`)
}

const credentialRows = v.array(v.looseObject({ tag_id: v.string(), digest: v.string(), salt: v.string() }))

async function credentialsOf({ file }: KillableInstallation): Promise<Credential[]> {
  const rows = v.parse(credentialRows, dumpDatabase(file)['tag_credentials'])
  return rows.map(({ tag_id: tagId, digest, salt }) => ({ tagId, entry: revocationEntry({ digest, salt }) }))
}

/** All or nothing. */
async function compare(report: RevokingReport, installation: KillableInstallation, own: readonly Credential[]) {
  const store = await installation.openStore()
  try {
    const entries = own.map(({ entry }) => entry)
    const revoked = await store.log.findRevocations(MODE, entries)
    const left = await store.credentials.listByTags(own.map(({ tagId }) => tagId))
    if (revoked.length === own.length && left.length === 0) report.gone += 1
    else if (revoked.length === 0 && left.length === own.length) report.there += 1
    else report.wrong.push(`${revoked.length} of ${own.length} revoked, ${left.length} left`)
  } finally {
    await store.close()
  }
}

/** Differences between the log and its status list. */
async function statusFaults(installation: KillableInstallation): Promise<string[]> {
  const store = await installation.openStore()
  try {
    const keys = installation.keys(store)
    const issuer = await createIssuer({ origin: KILLABLE_ISSUER, keys, now: Date.now })
    return [...(await logFaults(store.log, MODE, issuer.logKeys(MODE))), ...(await listFaults(store))]
  } finally {
    await store.close()
  }
}

async function listFaults(store: Store): Promise<string[]> {
  const size = (await store.log.head(MODE))?.size ?? 0
  const entries = (await store.log.readEntries(MODE, 0, size)).map(parseLogEntry)
  const revoked = entries.filter((entry) => entry?.type === 'revoke').length
  const newest = (await newestVersions(store, MODE, size)).get(1)
  const rows = await store.statusPlaces.listRevocations(MODE, 1)
  const faults: string[] = []
  if (rows.length !== revoked) faults.push(`${revoked} entries, ${rows.length} bits`)
  if (newest?.digest !== digestOfIndexes(rows.map(({ index }) => index)))
    faults.push('the newest version is of other bits')
  return faults
}
