/** In a browser: the check of /verify, without the optional full one. */
import { readTrust } from '../../../contract/credential/read-trust'
import { verifyCredential } from '../../../contract/credential/verify-credential'
import type { PageInput } from './measure-browser'

const check = async ({ credential, proof, statusList, trust, now }: PageInput): Promise<boolean> => {
  const report = await verifyCredential({ credential, proof, statusList, trust: readTrust(trust), now })
  return report.verdict === 'valid'
}
Object.assign(globalThis, { check })
