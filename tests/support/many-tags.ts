import Database from 'libsql'
import * as v from 'valibot'
import { join } from 'node:path'
import { createFileKeys } from '../../api/features/credentials/keys'
import { createIssuer, trustDocument } from '../../api/features/credentials/issuer'
import { createSecrets } from '../../api/lib/ids'
import { issueCredential } from '../../api/features/credentials/issue'
import { loggedStatusList } from '../../api/features/credentials/status-list'
import { tlogProofOf } from '../../api/features/transparency-log/tree'
import { readTrust } from '../../contract/credential/read-trust'
import { verifyCredential } from '../../contract/credential/verify-credential'
import type { ProofReport } from '../../contract/credential/report'
import { openDatabaseWithApps } from './database-with-apps'
import { shippedBanks } from './shipped-banks'

export type ManyTags = Awaited<ReturnType<typeof openManyTags>>

/** A fixed time. */
const NOW = Date.parse('2026-11-21T09:00:00Z')

const idOf = (tag: number): string => `TT-EL2026${String(tag).padStart(12, '0')}`

/**
 * Issues TrustTags without members and assessments, as fast as possible, with real credentials, log and database. Tags
 * are numbered from 0 in log order.
 * @param folder for the database and keys
 */
export async function openManyTags(folder: string) {
  const file = join(folder, 'membership.db')
  const store = await openDatabaseWithApps({ file })
  const clock = { now: () => NOW }
  const urls = { api: 'http://localhost:4001', site: 'http://localhost:4000', demo: 'http://localhost:4002' }
  const issuer = await createIssuer({ origin: urls.api, keys: createFileKeys(join(folder, 'keys')), now: clock.now })
  const services = {
    store,
    issuer,
    clock,
    urls,
    banks: await shippedBanks,
    secrets: createSecrets(),
    witnesses: [],
    proofAlarm: () => {},
  }
  const trust = readTrust(trustDocument(services))

  /** Three topics, a record of the assessment and one work sample. */
  async function issue(tag: number): Promise<void> {
    const topics = ['codes', 'safety', 'wiring'].map((topic) => ({ topic, title: topic, points: 3, of: 4 }))
    const provable = {
      tag: {
        id: idOf(tag),
        skill: 'Electrician',
        category: 'Skilled Trades & Construction',
        holderName: 'Ada Lovelace',
        score: 75,
        sets: 1,
        attemptNumber: 1,
        isReviewed: false,
        topics,
        issuedAt: NOW,
        expiresAt: NOW + 2 * 365 * 86_400_000,
        revokedAt: null,
        revokeReason: null,
        mode: 'live',
      },
      memberId: null,
      bankId: 'electrician',
      evidence: () => ['Record of the assessment', 'Work sample 1'].map(evidence),
    } as const
    await store.transaction((repositories) => issueCredential(repositories, services, provable))
  }

  async function rowOf(tag: number) {
    const row = await store.credentials.find(idOf(tag))
    if (!row) throw new Error(`There is no TrustTag ${tag}.`)
    return row
  }

  return {
    store,
    services,
    trust,
    issue,
    /** Texts of the credential and its current `.tlog-proof`. */
    filesOf: async (tag: number) => {
      const row = await rowOf(tag)
      return { credential: row.credential, proof: await tlogProofOf(store, row) }
    },
    statusListOf: async (tag: number): Promise<unknown> =>
      loggedStatusList(services, 'live', (await rowOf(tag)).statusList),
    verify: (files: { credential: string; proof: string; statusList: unknown }): Promise<ProofReport> =>
      verifyCredential({ ...files, trust, now: NOW }),
    /** Committed bytes by table, with indexes. */
    tableBytes: () => tableBytes(file),
  }
}

const evidence = (name: string) => ({
  name,
  description: 'SHA-256 of what the TrustTag rests on.',
  genre: 'Assessment',
  hash: 'RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o',
})

const rows = v.array(v.object({ name: v.string(), bytes: v.number() }))

function tableBytes(file: string): ReadonlyMap<string, number> {
  const database = new Database(file, { readonly: true })
  try {
    const found = database.prepare(
      `select m.tbl_name as name, sum(s.pgsize) as bytes from dbstat s join sqlite_master m on m.name = s.name group by 1`,
    )
    return new Map(v.parse(rows, found.all()).map(({ name, bytes }) => [name, bytes]))
  } finally {
    database.close()
  }
}
