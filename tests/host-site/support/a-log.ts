import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { publicMultikey } from '../../../api/features/credentials/issuer'
import type { TrustDocument } from '../../../contract/credential/report'
import { logStatusPath, type LogStatus } from '../../../contract/log-status'
import { proofModes, proofPaths, type ProofMode } from '../../../contract/proof-paths'
import { cosign, formatTreeHead, signCheckpoint, type Sign } from '../../../contract/tlog/checkpoint'
import { formatVerifierKey, type SignatureType, type VerifierKey } from '../../../contract/tlog/signed-note'
import type { OpenFile } from '../../../host-site/lib/site-api'

const HOST = 'api.trusttag.example'
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A deterministic key per name. */
export function aKey(name: string, type: SignatureType): { key: VerifierKey; sign: Sign } {
  const seed = Buffer.alloc(32, name)
  const secret: KeyObject = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = new Uint8Array(createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32))
  return { key: { name, type, publicKey }, sign: (message) => new Uint8Array(sign(null, message, secret)) }
}

export interface WitnessOfLog {
  name: string
  isSelfRun?: boolean
  /** When it confirmed the newest checkpoint. Epoch seconds. */
  time?: number
  /** The server's status of it. */
  told?: Partial<LogStatus['witnesses'][number]>
}

export interface ALog {
  size: number
  witnesses: WitnessOfLog[]
  /** Signer instead of the log. */
  signedBy?: string
}

const root = new Uint8Array(32).fill(7)

/** The files of a server with these logs, with real signatures. */
export async function filesOfLogs(logs: Record<ProofMode, ALog>): Promise<Map<string, string>> {
  const issuers = proofModes.map((mode) => ({
    did: `did:web:${HOST}${mode === 'test' ? ':test' : ''}`,
    mode,
    keys: [publicMultikey(aKey(`issuer ${mode}`, 'ed25519').key.publicKey)],
    log: [formatVerifierKey(aKey(originOf(mode), 'ed25519').key)],
    witnesses: logs[mode].witnesses.map(({ name, isSelfRun = false }) => ({
      key: formatVerifierKey(aKey(name, 'cosignature').key),
      isSelfRun,
    })),
  })) satisfies TrustDocument['issuers']
  const files = new Map([['/trusttag/trust.json', JSON.stringify({ issuers })]])
  for (const mode of proofModes) {
    files.set(logStatusPath(mode), JSON.stringify(statusOf(mode, logs[mode])))
    if (logs[mode].size > 0) files.set(`${proofPaths[mode].log}/checkpoint`, await checkpointOf(mode, logs[mode]))
  }
  return files
}

export const serving =
  (files: ReadonlyMap<string, string>) =>
  async (path: string): Promise<OpenFile> => {
    const text = files.get(path)
    return text === undefined ? { outcome: 'missing' } : { outcome: 'read', text }
  }

const originOf = (mode: ProofMode): string => HOST + proofPaths[mode].log

async function checkpointOf(mode: ProofMode, { size, witnesses, signedBy }: ALog): Promise<string> {
  const head = { origin: originOf(mode), size, root }
  const own = aKey(head.origin, 'ed25519')
  const signer = signedBy === undefined ? own : aKey(signedBy, 'ed25519')
  let checkpoint = await signCheckpoint(head, own.key, signer.sign)
  for (const { name, time } of witnesses) {
    const witness = aKey(name, 'cosignature')
    if (time !== undefined) checkpoint += await cosign(formatTreeHead(head), time, witness.key, witness.sign)
  }
  return checkpoint
}

function statusOf(mode: ProofMode, { size, witnesses }: ALog): LogStatus {
  return {
    origin: originOf(mode),
    size,
    root: Buffer.from(root).toString('hex'),
    checkpointTime: null,
    witnesses: witnesses.map(({ name, isSelfRun = false, time, told }) => ({
      name,
      isSelfRun,
      lastSize: time === undefined ? 0 : size,
      lastTime: time ?? null,
      state: 'up',
      ...told,
    })),
  }
}
