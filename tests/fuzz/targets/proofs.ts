import { generateKeyPairSync, sign } from 'node:crypto'
import {
  addCheckpoint,
  formatWitnessRequest,
  parseWitnessRequest,
} from '../../../api/features/transparency-log/witness'
import type { WitnessMemory } from '../../../api/features/transparency-log/witness'
import { readCosignature } from '../../../api/features/transparency-log/witnesses'
import { checkCredential, checkPresentation, VcProblem } from '../../../api/features/vc-api/check'
import { toBase64 } from '../../../contract/bytes'
import { canonicalJson } from '../../../contract/credential/canonical-json'
import { parseJson } from '../../../contract/credential/parse-json'
import { readTrust } from '../../../contract/credential/read-trust'
import { verifyCredential } from '../../../contract/credential/verify-credential'
import { formatTreeHead, parseTreeHead, signCheckpoint } from '../../../contract/tlog/checkpoint'
import { EMPTY_ROOT } from '../../../contract/tlog/merkle'
import { formatVerifierKey, parseNote, parseSignatures, parseVerifierKey } from '../../../contract/tlog/signed-note'
import { parseTilePath, tilePath } from '../../../contract/tlog/tiles'
import { formatTlogProof, parseTlogProof } from '../../../contract/tlog/tlog-proof'
import { issueTags } from '../../support/issued-tags'
import { allowing, jsonOf, textOf } from '../fuzz-target'
import type { FuzzTarget } from '../fuzz-target'

const tags = await issueTags()
await tags.close()
const { live } = tags
const trust = readTrust(live.trust)

const pair = generateKeyPairSync('ed25519')
const jwk = pair.publicKey.export({ format: 'jwk' })
const key = {
  name: 'log.example/log',
  type: 'ed25519',
  publicKey: new Uint8Array(Buffer.from(jwk.x ?? '', 'base64url')),
} as const
const head = { origin: key.name, size: 0, root: EMPTY_ROOT }
const checkpoint = await signCheckpoint(head, key, (message) => sign(null, message, pair.privateKey))

/** Reading and writing again must give the same text. */
function same(text: string, again: string): void {
  if (again !== text) throw new Error(`It would be written as ${JSON.stringify(again.slice(0, 200))}.`)
}

const credential: FuzzTarget = {
  name: 'credential',
  from: 'a TrustTag that somebody checks',
  seeds: [live.credential, '{}', '[]', '{"proof":[{"__proto__":{"a":1}}]}'],
  quickRuns: 150,
  async run(bytes) {
    const text = textOf(bytes)
    const { verdict } = await verifyCredential({ ...live, trust, credential: text })
    const isSame = canonical(parseJson(text)) === canonical(parseJson(live.credential))
    if (verdict === 'valid' && !isSame) throw new Error('What was changed is called valid.')
  },
}

function canonical(value: unknown): string | null {
  try {
    return canonicalJson(value)
  } catch {
    return null
  }
}

const proof: FuzzTarget = {
  name: 'log-proof',
  from: 'the proof that lies beside a TrustTag',
  seeds: [live.proof ?? '', 'c2sp.org/tlog-proof@v1\nindex 0\n\n'],
  quickRuns: 150,
  async run(bytes) {
    const text = textOf(bytes)
    const read = parseTlogProof(text)
    if (read && !text.includes('\nextra ')) same(text, formatTlogProof(read))
    await verifyCredential({ ...live, trust, proof: text })
  },
}

const statusList: FuzzTarget = {
  name: 'status-list',
  from: 'the status list that a TrustTag names',
  seeds: [live.statusList ?? '', '{"credentialSubject":{"encodedList":"uH4sI"}}'],
  quickRuns: 150,
  run: async (bytes) => void (await verifyCredential({ ...live, trust, statusList: textOf(bytes) })),
}

const trustDocument: FuzzTarget = {
  name: 'trust-document',
  from: 'the list of issuers that a checker was given',
  seeds: [JSON.stringify(live.trust), '{"issuers":[{"did":"did:web:a.example"}]}'],
  run: (bytes) => void allowing([Error], () => readTrust(jsonOf(bytes))),
}

const notes: FuzzTarget = {
  name: 'signed-note',
  from: 'a checkpoint of a log, with its signatures',
  seeds: [checkpoint, formatVerifierKey(key), 'a\n\n— b AAAA\n', '\n\n— \n'],
  run(bytes) {
    const text = textOf(bytes)
    const note = parseNote(text)
    const tree = note && parseTreeHead(note.text)
    if (note && tree && note.text.split('\n').length === 4) same(note.text, formatTreeHead(tree))
    parseSignatures(text)
    const verifier = parseVerifierKey(text)
    if (verifier) same(text, formatVerifierKey(verifier))
  },
}

const tile: FuzzTarget = {
  name: 'tile-path',
  from: 'the address of a tile',
  seeds: ['tile/0/x001/x234/067', 'tile/entries/000.p/12', 'tile/1/000', 'tile/0/000.p/256', 'tile/63/x000/001'],
  run(bytes) {
    const text = textOf(bytes)
    const name = parseTilePath(text)
    if (name) same(text, tilePath(name))
  },
}

const request = formatWitnessRequest({ oldSize: 0, proof: [EMPTY_ROOT], checkpoint })

/** Each request is the first. */
const forgetful: WitnessMemory = {
  read: async () => null,
  update: async (_, decide) => (await decide(null)).result,
}

const witness: FuzzTarget = {
  name: 'witness-request',
  from: 'what is posted to a witness',
  seeds: [request, formatWitnessRequest({ oldSize: 0, proof: [], checkpoint }), 'old 9007199254740993\n\n'],
  async run(bytes) {
    const text = textOf(bytes)
    const read = parseWitnessRequest(text)
    if (read) same(text, formatWitnessRequest(read))
    const { status } = await addCheckpoint(
      {
        key: { ...key, type: 'cosignature' },
        sign: () => new Uint8Array(64),
        logKeys: () => [key],
        memory: forgetful,
        clock: { now: () => 0 },
      },
      text,
    )
    if (status === 200 && !text.endsWith(checkpoint)) throw new Error('It signed what the log did not.')
  },
}

const cosignature: FuzzTarget = {
  name: 'cosignature',
  from: 'what a witness answers',
  seeds: [`— w.example ${toBase64(new Uint8Array(76))}\n`, checkpoint.split('\n\n')[1] ?? '', '— a b c\n'],
  async run(bytes) {
    const found = await readCosignature(textOf(bytes), { checkpoint, key: { ...key, type: 'cosignature' }, now: 0 })
    if (typeof found !== 'string') throw new Error('It took a signature that nobody made.')
  },
}

const canonicalText: FuzzTarget = {
  name: 'canonical-json',
  from: 'JSON whose digest is taken',
  seeds: ['{"b":1,"a":[1e21,-0,"\u20ac"]}', '{"\\ud800":1}', '{"a":1,"a":2}', '[[[[1.0]]]]'],
  run(bytes) {
    const value = jsonOf(bytes)
    const text = value === undefined ? null : canonical(value)
    if (text !== null) same(text, canonicalJson(JSON.parse(text)))
  },
}

const vc: FuzzTarget = {
  name: 'vc-api',
  from: 'a credential that a tool has signed or checked',
  seeds: [
    live.credential,
    '{"@context":["https://www.w3.org/ns/credentials/v2"],"type":["VerifiableCredential"],"issuer":"did:key:z","credentialSubject":{}}',
    '{"@context":["https://www.w3.org/ns/credentials/v2"],"type":"VerifiablePresentation","verifiableCredential":[{}]}',
  ],
  run(bytes) {
    allowing([VcProblem], () => checkCredential(jsonOf(bytes)))
    allowing([VcProblem], () => checkPresentation(jsonOf(bytes)))
  },
}

export const proofTargets = [
  credential,
  proof,
  statusList,
  trustDocument,
  notes,
  tile,
  witness,
  cosignature,
  canonicalText,
  vc,
]
