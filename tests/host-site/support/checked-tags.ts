import { publicMultikey, signCredential } from '../../../api/features/credentials/issuer'
import { newEd25519Key } from '../../../api/features/transparency-log/ed25519'
import { achievementOfTag, buildCredential } from '../../../api/features/credentials/build'
import { digestOfIndexes, encodeBits } from '../../../api/features/credentials/status-list'
import type { TagFacts, JsonObject } from '../../../api/features/credentials/build'
import { toVerifiedTag } from '../../../api/features/tags/signed-tag'
import { toHex } from '../../../contract/bytes'
import type { LoggedList } from '../../../contract/credential/check-logged-list'
import { credentialContexts } from '../../../contract/credential/contexts'
import { credentialDigest, leafHashOf, logEntry, statusEntry } from '../../../contract/credential/log-entry'
import type { TrustDocument } from '../../../contract/credential/report'
import {
  achievementPath,
  didOf,
  logOrigin,
  type ProofMode,
  proofPaths,
  statusFilePath,
  tagFilePath,
} from '../../../contract/proof-paths'
import { cosign, formatTreeHead, signCheckpoint } from '../../../contract/tlog/checkpoint'
import { formatVerifierKey } from '../../../contract/tlog/signed-note'
import { formatTlogProof } from '../../../contract/tlog/tlog-proof'
import type { OpenFile } from '../../../host-site/lib/site-api'
import type { Verification } from '../../../host-site/lib/site-results'

export const NOW = Date.parse('2026-11-21T09:00:00Z')
const ORIGIN = 'https://trusttag.example'

/** Proof files of one TrustTag. */
export interface ServedFiles {
  credential: string
  proof: string | null
  statusList: string | null
  trust: TrustDocument
}

export interface ServedTag {
  /** Response to a lookup. */
  answer: Verification
  files: ServedFiles
  /** Public files by path. An empty file is missing; a deleted one makes the server silent. */
  served: Map<string, string>
  /** Requested paths. */
  asked: string[]
  readOpenFile: (path: string) => Promise<OpenFile>
}

/** Signs TrustTags and logs each in its own log. Without a database, which does not run in DOM tests. */
export function createTagMaker() {
  const parties = { live: partyOf('live'), test: partyOf('test') }
  const [outside, own] = [witnessOf('watch.example/log', false), witnessOf('trusttag.example/witness', true)]
  const trust: TrustDocument = {
    issuers: Object.values(parties).map(({ did, mode, publicKeyMultibase, logKey }) => ({
      did,
      mode,
      keys: [publicKeyMultibase],
      log: [formatVerifierKey(logKey)],
      witnesses: [outside, own].map(({ key, isSelfRun }) => ({ key: formatVerifierKey(key), isSelfRun })),
    })),
  }
  let count = 0

  async function issue(changes: Partial<TagFacts> = {}): Promise<ServedTag> {
    count += 1
    const tag = { ...aTag(count), ...changes }
    const party = parties[tag.mode === 'live' ? 'live' : 'test']
    const place = { list: 1, index: 100 + count }
    const achievement = achievementOfTag(ORIGIN, tag)
    const isGeneral = tag.id.startsWith('TT-SK')
    const unsigned = buildCredential({
      origin: ORIGIN,
      site: 'https://www.trusttag.example',
      tag,
      achievement: isGeneral ? achievement : { ...achievement, id: ORIGIN + achievementPath('electrician') },
      evidence: [],
      salt: 'AAAAAAAAAAAAAAAAAAAAAA',
      listIndex: place,
    })
    const signed = await signCredential(party, unsigned)
    const leafHash = leafHashOf(logEntry('issue', credentialDigest(signed)))
    const revoked = tag.revokedAt === null ? [] : [place.index]
    const files = {
      credential: JSON.stringify(signed),
      proof: formatTlogProof({ index: 0, path: [], checkpoint: await checkpointOf(party, leafHash) }),
      statusList: JSON.stringify(await loggedList(party, revoked)),
      trust,
    }
    const proof = { leafHash: toHex(leafHash), logIndex: 0 }
    const urls = { site: 'http://localhost:4000', api: ORIGIN, demo: ORIGIN }
    return serve(toVerifiedTag({ clock: { now: () => NOW }, urls }, { ...tag, proof }), files)
  }

  /** A logged status list: its only version, in a tree of one leaf. */
  async function loggedList(party: ReturnType<typeof partyOf>, revoked: readonly number[]): Promise<LoggedList> {
    const entry = statusEntry({ list: 1, version: 1, digest: digestOfIndexes(revoked) })
    const checkpoint = await checkpointOf(party, leafHashOf(entry))
    return {
      statusListCredential: await signCredential(party, listOf(party, revoked)),
      version: 1,
      proof: formatTlogProof({ index: 0, path: [], checkpoint }),
      laterEntries: [],
    }
  }

  /** A tree of one leaf, signed by the log and both witnesses. */
  async function checkpointOf({ logKey, log }: ReturnType<typeof partyOf>, root: Uint8Array): Promise<string> {
    const head = { origin: logKey.name, size: 1, root }
    const signed = await signCheckpoint(head, logKey, (message) => log.sign(message))
    const lines = [outside, own].map(({ key, pair }) =>
      cosign(formatTreeHead(head), NOW / 1000, key, (message) => pair.sign(message)),
    )
    return [signed, ...(await Promise.all(lines))].join('')
  }

  return { issue }
}

function partyOf(mode: ProofMode) {
  const [pair, log] = [newEd25519Key(), newEd25519Key()]
  return {
    mode,
    did: didOf(ORIGIN, mode),
    publicKeyMultibase: publicMultikey(pair.publicKey),
    sign: pair.sign,
    log,
    logKey: { name: logOrigin(ORIGIN, mode), type: 'ed25519' as const, publicKey: log.publicKey },
  }
}

function witnessOf(name: string, isSelfRun: boolean) {
  const pair = newEd25519Key()
  return { pair, isSelfRun, key: { name, type: 'cosignature' as const, publicKey: pair.publicKey } }
}

function listOf({ mode, did }: ReturnType<typeof partyOf>, revoked: readonly number[]): JsonObject {
  const id = `${ORIGIN}${proofPaths[mode].status}/1`
  return {
    '@context': [credentialContexts[0]],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: did,
    validFrom: new Date(NOW).toISOString().replace('.000', ''),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encodeBits(revoked),
    },
  }
}

const aTag = (number: number): TagFacts => ({
  id: `TT-EL2026${100_000 + number}`,
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
  expiresAt: NOW + 365 * 86_400_000,
  revokedAt: null,
  revokeReason: null,
  proof: null,
  mode: 'live',
})

/** A server with one TrustTag. */
export function serve(answer: Verification, files: ServedFiles): ServedTag {
  const [, test] = /"statusListCredential":"https:\/\/[^/]+\/trusttag\/(test-)?status/u.exec(files.credential) ?? []
  const listPath = statusFilePath(test === undefined ? 'live' : 'test', 1)
  const served = new Map([
    [tagFilePath(answer.trustTagId, 'credential.json'), files.credential],
    [tagFilePath(answer.trustTagId, 'proof.tlog-proof'), files.proof ?? ''],
    ['/trusttag/trust.json', JSON.stringify(files.trust)],
    [listPath, files.statusList ?? ''],
  ])
  const asked: string[] = []
  const readOpenFile = async (path: string): Promise<OpenFile> => {
    asked.push(path)
    const text = served.get(path)
    if (text === '') return { outcome: 'missing' }
    return text === undefined ? { outcome: 'unreachable' } : { outcome: 'read', text }
  }
  return { answer, files, served, asked, readOpenFile }
}

export const aFile = (name: string, ...parts: BlobPart[]): File => new File(parts, name)
