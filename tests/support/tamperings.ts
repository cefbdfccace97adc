import { ed25519KeyOf, newEd25519Key } from '../../api/features/transparency-log/ed25519'
import { appendEntry, tlogProofOf } from '../../api/features/transparency-log/tree'
import { encodeBits } from '../../api/features/credentials/status-list'
import type { JsonObject } from '../../api/features/credentials/build'
import { credentialDigest, logEntry } from '../../contract/credential/log-entry'
import type { Verdict } from '../../contract/credential/report'
import type { ProofMode } from '../../contract/proof-paths'
import { signCheckpoint } from '../../contract/tlog/checkpoint'
import { aTag, didKeyOf, NOW, signAs } from './issued-tags'
import type { IssuedTags, ProofFiles } from './issued-tags'

export interface Tampering {
  name: string
  /** Expected verdict. */
  verdict: Verdict
  /** Tampers with the files of a valid TrustTag. */
  spoil: (files: ProofFiles, tags: IssuedTags) => ProofFiles | Promise<ProofFiles>
}

const DAY = 86_400_000
const TRUSTTAG = 'did:web:trusttag.example'

/** Changes the credential's text; throws if nothing changes. */
const edit =
  (find: string | RegExp, replacement: string): Tampering['spoil'] =>
  (files) => ({ ...files, credential: swap(files.credential, find, replacement) })

const editProof =
  (change: (lines: string[]) => string[]): Tampering['spoil'] =>
  (files) => ({ ...files, proof: change((files.proof ?? '').split('\n')).join('\n') })

function swap(text: string, find: string | RegExp, replacement: string): string {
  const changed = text.replace(find, replacement)
  if (changed === text) throw new Error(`Nothing to change: ${find}`)
  return changed
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- files that were made by the real issuer
const read = (text: string | null): JsonObject => JSON.parse(text ?? '{}') as JsonObject

const withCredential = (files: ProofFiles, credential: JsonObject): ProofFiles => ({
  ...files,
  credential: JSON.stringify(credential),
})

const proofsOf = (text: string): JsonObject[] => {
  const { proof } = read(text)
  return Array.isArray(proof) ? proof.map((one) => read(JSON.stringify(one))) : []
}

/** Changes one base58 letter of a signature. */
const bent = (proofValue: unknown): string =>
  String(proofValue).replace(/^(z.{30})(.)/u, (_, head: string, letter: string) => head + (letter === '2' ? '3' : '2'))

const withProofs =
  (change: (proofs: JsonObject[]) => JsonObject[]): Tampering['spoil'] =>
  (files) =>
    withCredential(files, { ...read(files.credential), proof: change(proofsOf(files.credential)) })

const bendProof = (place: number): Tampering['spoil'] =>
  withProofs((proofs) => {
    const bend = { ...proofs[place], proofValue: bent(proofs[place]?.proofValue) }
    return proofs.with(place, bend)
  })

const withoutEvidence: Tampering['spoil'] = (files) => {
  const { evidence: _, ...rest } = read(files.credential)
  return withCredential(files, rest)
}

/** A witness line: four bytes of key ID, eight of time, and the signature. */
function earlier(line: string): string {
  const [dash, name, encoded = ''] = line.split(' ')
  const bytes = Buffer.from(encoded, 'base64')
  bytes.writeBigUInt64BE(bytes.readBigUInt64BE(4) - 86_400n, 4)
  return [dash, name, bytes.toString('base64')].join(' ')
}

/** A better score, signed by someone else. */
const forged = (files: ProofFiles): JsonObject => read(swap(files.credential, '"value":"80"', '"value":"100"'))

/** Signed by the real issuer, with a log entry of this type or none. */
async function issuedElsewhere(tags: IssuedTags, log: ProofMode, type: 'issue' | 'revoke'): Promise<ProofFiles> {
  const { services, facts, live } = tags
  const { proof: _, ...unsigned } = read(live.credential)
  const credential = await services.issuer.signCredential('live', { ...unsigned, name: `Of ${log} as ${type}` })
  const entry = logEntry(type, credentialDigest(credential))
  const { index } = await services.store.transaction((repositories) => appendEntry(repositories, services, log, entry))
  await tags.witnessLog(log)
  const fresh = await tags.filesOf(facts.live)
  const proof = await tlogProofOf(services.store, { mode: log, logIndex: index })
  return { ...fresh, credential: JSON.stringify(credential), proof }
}

/** A tree of one leaf, signed by another party in the log's name. */
async function foreignCheckpoint(files: ProofFiles): Promise<ProofFiles> {
  const [origin = '', size = '', root = ''] = (files.proof ?? '').split('\n\n')[1]?.split('\n') ?? []
  const pair = newEd25519Key()
  const head = { origin, size: Number(size), root: new Uint8Array(Buffer.from(root, 'base64')) }
  const checkpoint = await signCheckpoint(
    head,
    { name: origin, type: 'ed25519', publicKey: pair.publicKey },
    (message) => pair.sign(message),
  )
  return { ...files, proof: `${(files.proof ?? '').split('\n\n')[0]}\n\n${checkpoint}` }
}

async function signedByTestKey(files: ProofFiles, { keys }: IssuedTags): Promise<ProofFiles> {
  const key = (await keys.list()).find(({ purpose }) => purpose === 'issuer-test')
  const pair = ed25519KeyOf(new Uint8Array(Buffer.from(key?.seed ?? '', 'base64url')))
  return withCredential(files, await signAs(TRUSTTAG, pair, forged(files)))
}

const withServed = (files: ProofFiles, change: (served: JsonObject) => JsonObject): ProofFiles => ({
  ...files,
  statusList: JSON.stringify(change(read(files.statusList))),
})

const withList = (files: ProofFiles, change: (list: JsonObject) => JsonObject): ProofFiles =>
  withServed(files, (served) => ({ ...served, statusListCredential: change(listIn(files)) }))

const listIn = (files: ProofFiles): JsonObject => read(JSON.stringify(read(files.statusList).statusListCredential))

const statusOf = (files: ProofFiles): JsonObject => read(JSON.stringify(read(files.credential).credentialStatus))

/** A list with these bits, signed by the real issuer. */
async function signedList(
  { services }: IssuedTags,
  files: ProofFiles,
  indexes: readonly number[],
): Promise<JsonObject> {
  const { proof: _, credentialSubject, ...list } = listIn(files)
  const subject = { ...read(JSON.stringify(credentialSubject)), encodedList: encodeBits(indexes) }
  return services.issuer.signCredential('live', { ...list, credentialSubject: subject })
}

/** The revoked TrustTag with an empty list. */
const cleared = async (tags: IssuedTags, key: 'own' | 'none'): Promise<ProofFiles> => {
  const empty = await signedList(tags, tags.revoked, [])
  const { encodedList } = read(JSON.stringify(empty.credentialSubject))
  const { proof, credentialSubject, ...list } = listIn(tags.revoked)
  const document = { ...list, credentialSubject: { ...read(JSON.stringify(credentialSubject)), encodedList } }
  const signed =
    key === 'own' ? await signAs(TRUSTTAG, newEd25519Key(), read(JSON.stringify(document))) : { ...document, proof }
  return withList(tags.revoked, () => read(JSON.stringify(signed)))
}

/** An empty list with another number, signed by the issuer. */
async function emptyList(tags: IssuedTags): Promise<ProofFiles> {
  const { proof: _, ...list } = listIn(tags.revoked)
  const id = typeof list.id === 'string' ? list.id.replace(/1$/u, '2') : ''
  const { credentialSubject } = await signedList(tags, tags.revoked, [])
  const signed = await tags.services.issuer.signCredential('live', {
    ...list,
    id,
    credentialSubject: credentialSubject ?? {},
  })
  return withList(tags.revoked, () => signed)
}

/** The revoked TrustTag with the previous list, signed again, and the proof that the log had it. */
async function rolledBack(tags: IssuedTags, proof: 'old' | 'new' | 'none'): Promise<ProofFiles> {
  const list = await signedList(tags, tags.revoked, [])
  const { entries } = await readLog(tags)
  const first = entries.findIndex((entry) => entry.includes('"type":"status"'))
  const later = entries.slice(first + 1)
  const hidden = proof === 'old' ? later.filter((entry) => !entry.includes('"type":"status"')) : later
  const served = {
    statusListCredential: list,
    version: 1,
    proof: await tlogProofOf(tags.services.store, { mode: 'live', logIndex: first }),
    laterEntries: hidden,
  }
  return { ...tags.revoked, statusList: JSON.stringify(proof === 'none' ? list : served) }
}

async function readLog({ services }: IssuedTags) {
  const size = (await services.store.log.head('live'))?.size ?? 0
  return { size, entries: await services.store.log.readEntries('live', 0, size) }
}

/** None of these may pass as valid. */
export const tamperings: readonly Tampering[] = [
  { name: 'a better score', verdict: 'altered', spoil: edit('"value":"80"', '"value":"98"') },
  { name: 'a better score in one topic', verdict: 'altered', spoil: edit('"value":"75"', '"value":"95"') },
  { name: 'another name', verdict: 'altered', spoil: edit('Maria Álvarez 李', 'Mario Álvarez 李') },
  { name: 'another skill', verdict: 'altered', spoil: edit(/"name":"Electrician"/u, '"name":"Surgeon"') },
  { name: 'an earlier first day', verdict: 'altered', spoil: edit('"validFrom":"2026', '"validFrom":"2016') },
  { name: 'a later last day', verdict: 'altered', spoil: edit('"validUntil":"2027', '"validUntil":"2037') },
  { name: 'no last day', verdict: 'altered', spoil: edit(/"validUntil":"[^"]+",/u, '') },
  { name: 'another salt', verdict: 'altered', spoil: edit(/"salt":"./u, '"salt":"_-') },
  { name: 'other criteria', verdict: 'altered', spoil: edit('not a license', 'a license') },
  { name: 'other evidence', verdict: 'altered', spoil: edit('sha-256;uU0', 'sha-256;uU1') },
  { name: 'no evidence', verdict: 'altered', spoil: withoutEvidence },
  { name: 'another place in the status list', verdict: 'altered', spoil: edit(/"statusListIndex":"/u, '$&1') },
  {
    name: 'another status list',
    verdict: 'altered',
    spoil: edit('"statusListCredential":"https://trusttag', '"statusListCredential":"https://attacker'),
  },
  { name: 'a property more', verdict: 'altered', spoil: edit('{', '{"license":"State of Michigan",') },
  { name: 'another context', verdict: 'altered', spoil: edit('context-3.0.3.json', 'context-3.0.2.json') },
  { name: 'a context more', verdict: 'altered', spoil: edit(/(extensions\.json")/u, '$1,{"name":"urn:x"}') },
  { name: 'one letter of the first signature', verdict: 'altered', spoil: bendProof(0) },
  { name: 'one letter of the second signature', verdict: 'altered', spoil: bendProof(1) },
  { name: 'another time of signing', verdict: 'altered', spoil: edit(/"created":"20/gu, '"created":"19') },
  { name: 'no signature', verdict: 'altered', spoil: withProofs(() => []) },
  { name: 'the second signature alone', verdict: 'altered', spoil: withProofs((proofs) => proofs.slice(1)) },
  { name: 'signatures in another order', verdict: 'altered', spoil: withProofs((proofs) => proofs.toReversed()) },
  {
    name: 'suites exchanged',
    verdict: 'altered',
    spoil: withProofs(([first, second]) => [
      { ...first, cryptosuite: 'eddsa-jcs-2022' },
      { ...second, cryptosuite: 'eddsa-rdfc-2022' },
    ]),
  },
  {
    name: 'signatures of another TrustTag',
    verdict: 'altered',
    spoil: (files, { revoked }) =>
      withCredential(files, { ...read(files.credential), proof: proofsOf(revoked.credential) }),
  },
  {
    name: 'signed by a key that names itself',
    verdict: 'wrong-issuer',
    spoil: async (files) => {
      const pair = newEd25519Key()
      return withCredential(files, await signAs(didKeyOf(pair), pair, { ...forged(files), issuer: didKeyOf(pair) }))
    },
  },
  {
    name: 'signed by another issuer on its own host',
    verdict: 'wrong-issuer',
    spoil: async (files) => {
      const theirs = read(JSON.stringify(forged(files)).replaceAll('trusttag.example', 'attacker.example'))
      return withCredential(files, await signAs('did:web:attacker.example', newEd25519Key(), theirs))
    },
  },
  {
    name: 'signed by another key in the name of the issuer',
    verdict: 'wrong-issuer',
    spoil: async (files) => withCredential(files, await signAs(TRUSTTAG, newEd25519Key(), forged(files))),
  },
  { name: 'signed with the key for tests', verdict: 'wrong-issuer', spoil: signedByTestKey },
  { name: 'a key written twice', verdict: 'altered', spoil: edit('{', '{"name":"TrustTag: Surgeon",') },
  { name: 'no proof of the log', verdict: 'unproven', spoil: (files) => ({ ...files, proof: null }) },
  {
    name: 'another place in the log',
    verdict: 'not-logged',
    spoil: editProof((lines) => lines.map((line) => line.replace(/^index \d+/u, 'index 1'))),
  },
  {
    name: 'hashes of the log in another order',
    verdict: 'not-logged',
    spoil: editProof(([head = '', index = '', first = '', second = '', ...rest]) => [
      head,
      index,
      second,
      first,
      ...rest,
    ]),
  },
  {
    name: 'a hash of the log left out',
    verdict: 'not-logged',
    spoil: editProof(([head = '', index = '', , ...rest]) => [head, index, ...rest]),
  },
  {
    name: 'another size of the log',
    verdict: 'damaged-proof',
    spoil: editProof((lines) => lines.map((line, at) => (lines[at - 2] === '' ? String(Number(line) + 1) : line))),
  },
  {
    name: 'another root of the log',
    verdict: 'damaged-proof',
    spoil: editProof((lines) => lines.map((line, at) => (lines[at - 3] === '' ? `${'A'.repeat(43)}=` : line))),
  },
  { name: 'a log signed by another key', verdict: 'not-logged', spoil: foreignCheckpoint },
  {
    name: 'another time of a witness',
    verdict: 'damaged-proof',
    spoil: editProof((lines) => lines.map((line) => (line.startsWith('— watch.example') ? earlier(line) : line))),
  },
  {
    name: 'the log’s proof of another TrustTag',
    verdict: 'not-logged',
    spoil: (files, { revoked }) => ({ ...files, proof: revoked.proof }),
  },
  {
    name: 'in the log as revoked only',
    verdict: 'not-logged',
    spoil: (_, tags) => issuedElsewhere(tags, 'live', 'revoke'),
  },
  {
    name: 'in the log of tests only',
    verdict: 'not-logged',
    spoil: (_, tags) => issuedElsewhere(tags, 'test', 'issue'),
  },
  { name: 'revoked', verdict: 'revoked', spoil: (_, { revoked }) => revoked },
  {
    name: 'revoked, with the status list of another number',
    verdict: 'status-unknown',
    spoil: (_, tags) => emptyList(tags),
  },
  {
    name: 'revoked, with such a list renamed',
    verdict: 'status-unknown',
    spoil: async (_, tags) =>
      withList(await emptyList(tags), (list) => ({
        ...list,
        id: statusOf(tags.revoked).statusListCredential ?? '',
      })),
  },
  { name: 'revoked, with a bit cleared', verdict: 'status-unknown', spoil: (_, tags) => cleared(tags, 'none') },
  {
    name: 'revoked, with the list of another issuer',
    verdict: 'status-unknown',
    spoil: (_, tags) => cleared(tags, 'own'),
  },
  {
    name: 'revoked, with an unsigned list',
    verdict: 'status-unknown',
    spoil: (_, { revoked }) => withList(revoked, ({ proof: __, ...list }) => list),
  },
  {
    name: 'revoked, with a cleared list that the issuer signed',
    verdict: 'status-unknown',
    spoil: async (_, tags) => {
      const list = await signedList(tags, tags.revoked, [])
      return withList(tags.revoked, () => list)
    },
  },
  {
    name: 'revoked, with the version before and its proof',
    verdict: 'status-unknown',
    spoil: (_, tags) => rolledBack(tags, 'new'),
  },
  {
    name: 'revoked, with the version before and the entries after it left out',
    verdict: 'status-unknown',
    spoil: (_, tags) => rolledBack(tags, 'old'),
  },
  {
    name: 'revoked, with the version before and no proof',
    verdict: 'status-unknown',
    spoil: (_, tags) => rolledBack(tags, 'none'),
  },
  {
    name: 'a list without the proof that the log has it',
    verdict: 'status-unknown',
    spoil: (files) => ({ ...files, statusList: JSON.stringify(listIn(files)) }),
  },
  {
    name: 'a list of another version number',
    verdict: 'status-unknown',
    spoil: (files) => withServed(files, (served) => ({ ...served, version: Number(served.version) + 1 })),
  },
  {
    name: 'a list with an entry more after it',
    verdict: 'status-unknown',
    spoil: (files) => withServed(files, (served) => ({ ...served, laterEntries: ['{}'] })),
  },
  {
    name: 'a list with the proof of the credential',
    verdict: 'status-unknown',
    spoil: (files) => withServed(files, (served) => ({ ...served, proof: files.proof })),
  },
  { name: 'a list of last week', verdict: 'status-unknown', spoil: (files) => ({ ...files, now: NOW + 7 * DAY }) },
  { name: 'no status list', verdict: 'status-unknown', spoil: (files) => ({ ...files, statusList: null }) },
  { name: 'after its last day', verdict: 'expired', spoil: (files) => ({ ...files, now: NOW + 366 * DAY }) },
  { name: 'before its first day', verdict: 'not-yet-valid', spoil: (files) => ({ ...files, now: NOW - 2 * DAY }) },
]

export const anotherTag = (number: number) => aTag('live', number)
