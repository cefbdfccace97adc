/**
 * The peer in its own thread: its JSON-LD library shares a cache across the thread, which our code must not fill.
 * It is used as its documentation shows, with the same contexts.
 */
import { parentPort } from 'node:worker_threads'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { from } from '@digitalbazaar/ed25519-multikey'
import { createSignCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite'
import { cryptosuite as rdfc } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { issue, verifyCredential } from '@digitalbazaar/vc'
import { base58 } from '@scure/base'
import { publicMultikey } from '../../../api/features/credentials/issuer'
import { newEd25519Key } from '../../../api/features/transparency-log/ed25519'
import { createLoadDocument } from '../../../api/features/vc-api/verify'
import type { BareTask } from './bare-library'
import { medianTime } from './times'

parentPort?.on('message', (task: BareTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void run(task).then((time) => parentPort?.postMessage(time))
})

const { publicKey, seed } = newEd25519Key()
const multikey = publicMultikey(publicKey)
const did = `did:key:${multikey}`

async function run({ kind, credential, didDocument, count }: BareTask): Promise<number> {
  const documentLoader = createLoadDocument(() => [didDocument])
  const now = new Date('2026-11-21T09:00:01Z')
  if (kind === 'verify')
    return medianTime(count, async () => {
      const suite = new DataIntegrityProof({ cryptosuite: rdfc })
      const checkStatus = () => Promise.resolve({ verified: true })
      const { verified } = await verifyCredential({ credential, suite, documentLoader, checkStatus, now })
      if (!verified) throw new Error('The peer does not verify what it should.')
    })
  const key = await from({
    '@context': 'https://w3id.org/security/multikey/v1',
    id: `${did}#${multikey}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase: multikey,
    // The multicodec prefix of a secret Ed25519 key.
    secretKeyMultibase: `z${base58.encode(Uint8Array.of(0x80, 0x26, ...seed))}`,
  })
  return medianTime(count, async () => {
    let signed: object = structuredClone(credential)
    for (const cryptosuite of [rdfc, createSignCryptosuite()]) {
      const suite = new DataIntegrityProof({ signer: key.signer(), cryptosuite })
      signed = await issue({ credential: signed, suite, documentLoader, now })
    }
  })
}
