import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createIssuer, publicMultikey, signCredential, trustDocument } from '../../api/features/credentials/issuer'
import { newEd25519Key } from '../../api/features/transparency-log/ed25519'
import type { Ed25519Key } from '../../api/features/transparency-log/ed25519'
import { createFileKeys } from '../../api/features/credentials/keys'
import { createSecrets } from '../../api/lib/ids'
import { issueCredential, revokeCredentials } from '../../api/features/credentials/issue'
import { loggedStatusList } from '../../api/features/credentials/status-list'
import { tlogProofOf } from '../../api/features/transparency-log/tree'
import type { JsonObject, TagFacts } from '../../api/features/credentials/build'
import type { ProofAlarm } from '../../api/features/credentials/status-list'
import type { Witness } from '../../api/features/transparency-log/witnesses'
import type { TrustDocument } from '../../contract/credential/report'
import type { ProofMode } from '../../contract/proof-paths'
import { cosign } from '../../contract/tlog/checkpoint'
import type { VerifierKey } from '../../contract/tlog/signed-note'
import { openDatabaseWithApps } from './database-with-apps'
import { shippedBanks } from './shipped-banks'

/** All inputs for checking one TrustTag, as file contents. */
export interface ProofFiles {
  credential: string
  proof: string | null
  statusList: string | null
  trust: TrustDocument
  /** Epoch milliseconds. */
  now: number
}

export const ISSUER_ORIGIN = 'https://trusttag.example'
export const NOW = Date.parse('2026-11-21T09:00:00Z')

export type IssuedTags = Awaited<ReturnType<typeof issueTags>>

/** A real issuer with a log, two witnesses (one independent) and one TrustTag of each kind. Call `close` when done. */
export async function issueTags() {
  const folder = mkdtempSync(join(tmpdir(), 'membership-issued-'))
  const store = await openDatabaseWithApps({ file: join(folder, 'membership.db') })
  const clock = { now: () => NOW }
  const keys = createFileKeys(join(folder, 'keys'))
  const issuer = await createIssuer({ origin: ISSUER_ORIGIN, keys, now: clock.now })
  const [outside, own] = [newWitness('watch.example/log', false), newWitness('trusttag.example/witness', true)]
  const alarms: ProofAlarm[] = []
  const services = {
    store,
    issuer,
    clock,
    banks: await shippedBanks,
    secrets: createSecrets(),
    urls: { api: ISSUER_ORIGIN, site: 'https://www.trusttag.example', demo: 'https://demo.trusttag.example' },
    witnesses: [outside.witness, own.witness],
    alarms,
    proofAlarm: (alarm: ProofAlarm) => void alarms.push(alarm),
  }
  const prove = (tag: TagFacts, bankId: string | null = tag.mode === 'sample' ? null : 'electrician') =>
    store.transaction((repositories) =>
      issueCredential(repositories, services, { tag, memberId: null, bankId, evidence: evidenceOf }),
    )
  const facts = { live: aTag('live', 1), test: aTag('test', 2), sample: aTag('sample', 3), revoked: aTag('live', 4) }
  for (const tag of Object.values(facts)) await prove(tag)
  await store.transaction((repositories) => revokeCredentials(repositories, services, [facts.revoked.id]))

  /** Adds each witness's signature to the newest checkpoint. */
  async function witnessLog(mode: ProofMode): Promise<void> {
    const head = await store.log.head(mode)
    if (!head) throw new Error('There is no log.')
    const text = head.checkpoint.slice(0, head.checkpoint.indexOf('\n\n') + 1)
    for (const { key, pair } of [outside, own]) {
      const line = await cosign(text, NOW / 1000, key, (message) => pair.sign(message))
      await store.log.addCosignature(head.checkpoint, {
        mode,
        size: head.size,
        witness: key.name,
        line,
        time: NOW / 1000,
      })
    }
  }
  await witnessLog('live')
  await witnessLog('test')

  async function filesOf({ id }: Pick<TagFacts, 'id'>): Promise<ProofFiles> {
    const row = await store.credentials.find(id)
    if (!row) throw new Error(`${id} has no credential.`)
    return {
      credential: row.credential,
      proof: await tlogProofOf(store, row),
      statusList: JSON.stringify(await loggedStatusList(services, row.mode, row.statusList)),
      trust: trustDocument(services),
      now: NOW,
    }
  }

  return {
    services,
    prove,
    filesOf,
    witnessLog,
    facts,
    keys,
    live: await filesOf(facts.live),
    test: await filesOf(facts.test),
    sample: await filesOf(facts.sample),
    revoked: await filesOf(facts.revoked),
    async close(): Promise<void> {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function newWitness(name: string, isSelfRun: boolean) {
  const pair = newEd25519Key()
  const key: VerifierKey = { name, type: 'cosignature', publicKey: pair.publicKey }
  const witness: Witness = { key, isSelfRun, addCheckpoint: () => Promise.reject(new Error('It is not asked here.')) }
  return { key, pair, witness }
}

const evidenceOf = () => [
  {
    name: 'Record of the assessment',
    description: 'SHA-256 of the questions and the answers.',
    genre: 'Assessment',
    hash: 'uU0nuZNNPgilLlLX2n2r-sSE7-N6U4DukIj3rOLvzek',
  },
]

export function aTag(mode: TagFacts['mode'], number: number): TagFacts {
  return {
    id: `TT-${mode === 'live' ? '' : `${mode.toUpperCase()}-`}EL20260000000${number}`,
    skill: 'Electrician',
    category: 'Skilled Trades & Construction',
    holderName: 'Maria Álvarez 李',
    score: 80,
    sets: 1,
    attemptNumber: 1,
    isReviewed: false,
    topics: [
      { topic: 'safety', title: 'Safety', points: 3, of: 4 },
      { topic: 'wiring', title: 'Wiring', points: 5, of: 6 },
    ],
    issuedAt: NOW - 86_400_000,
    expiresAt: mode === 'sample' ? null : NOW + 365 * 86_400_000,
    revokedAt: null,
    revokeReason: null,
    proof: null,
    mode,
  }
}

/** Signs as an untrusted party, or in someone else's name. @param pair the signer's keys */
export function signAs(did: string, pair: Ed25519Key, document: JsonObject): Promise<JsonObject> {
  const { proof: _, ...unsigned } = document
  return signCredential({ did, publicKeyMultibase: publicMultikey(pair.publicKey), sign: pair.sign }, unsigned)
}

export const didKeyOf = ({ publicKey }: Ed25519Key): string => `did:key:${publicMultikey(publicKey)}`
