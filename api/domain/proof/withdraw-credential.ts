import { logEntry, revocationDigest } from '../../../contract/credential/log-entry'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { appendEntry } from './append-entry'

/**
 * Sets the bit of a credential in its status list, and writes to the log that it was withdrawn; once, however often it is
 * called. Nothing happens where a TrustTag has none. Call `logGrew` once the transaction is through.
 */
export async function withdrawCredential(
  repositories: Pick<Repositories, 'credentials' | 'statusPlaces' | 'log'>,
  services: Pick<Services, 'issuer' | 'clock'>,
  tagId: string,
): Promise<void> {
  const credential = await repositories.credentials.find(tagId)
  if (!credential) return
  const { mode, digest, salt, statusList: list, statusIndex: index } = credential
  if (!(await repositories.statusPlaces.revoke(mode, { list, index }, services.clock.now()))) return
  await appendEntry(repositories, services, mode, logEntry('revoke', revocationDigest(digest, salt)))
}
