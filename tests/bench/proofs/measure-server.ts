import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { didDocument } from '../../../api/features/credentials/issuer'
import { isRecord } from '../../../contract/credential/json-reading'
import { parseJson } from '../../../contract/credential/parse-json'
import type { ManyTags } from '../../support/many-tags'
import type { startBareLibrary } from './bare-library'
import { medianTime } from './times'

/** Milliseconds, each the median of one round. */
export interface ServerRound {
  issue: number
  bareIssue: number
  signOnly: number
  verify: number
  bareVerify: number
  ed25519Sign: number
  ed25519Verify: number
}

/** Repetitions in a round. */
export const CALLS = 40

/** @param from number of the first TrustTag; `CALLS` follow */
export async function measureServer(
  tags: ManyTags,
  bare: ReturnType<typeof startBareLibrary>,
  from: number,
): Promise<ServerRound> {
  const issue = await medianTime(CALLS, (index) => tags.issue(from + index))
  const { signed, unsigned, files } = await filesOf(tags, from)
  const peer = { didDocument: didDocument(tags.services.issuer, 'live'), count: CALLS }
  const bareIssue = await bare.measure({ ...peer, kind: 'issue', credential: unsigned })
  const signOnly = await medianTime(CALLS, () => tags.services.issuer.signCredential('live', structuredClone(unsigned)))
  const check = async () => {
    const { verdict } = await tags.verify(files)
    if (verdict !== 'valid') throw new Error(`What was just issued is ${verdict}.`)
  }
  const verifyOurs = await medianTime(CALLS, check)
  const bareVerify = await bare.measure({ ...peer, kind: 'verify', credential: signed })
  return { issue, bareIssue, signOnly, verify: verifyOurs, bareVerify, ...(await measureFloor()) }
}

async function filesOf(tags: ManyTags, tag: number) {
  const found = await tags.filesOf(tag)
  const signed = parseJson(found.credential)
  if (!isRecord(signed)) throw new Error('A credential is none.')
  const { proof: _, ...rest } = signed
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was signed, without its proofs
  const unsigned = rest as Parameters<ManyTags['services']['issuer']['signCredential']>[1]
  return { signed, unsigned, files: { ...found, statusList: await tags.statusListOf(tag) } }
}

/** The unavoidable cost: one signature and one check. */
async function measureFloor() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const message = Buffer.alloc(64, 7)
  const signature = sign(null, message, privateKey)
  return {
    ed25519Sign: await medianTime(200, () => sign(null, message, privateKey)),
    ed25519Verify: await medianTime(200, () => verify(null, message, publicKey, signature)),
  }
}
