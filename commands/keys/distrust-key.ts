import { openIssuer } from '../../api/features/credentials/issuer'
import { revokeSignedBy } from '../../api/features/credentials/revoke'
import { KeyStoreError } from '../../api/features/credentials/keys'
import { multikeyOf } from './list-keys'
import type { OpenKeys } from './open-keys'

/**
 * Takes a stolen key away, so that nothing it signed verifies, and has what was rightly signed with it issued anew.
 * @param given `z6Mk…`
 */
export async function distrustKey(
  { keys, config, store, clock }: OpenKeys,
  given: string,
  ask: (question: string) => Promise<string>,
): Promise<string[]> {
  const key = (await keys.list()).find((one) => multikeyOf(one) === given)
  if (!key) throw new KeyStoreError('There is no such key. `npm run keys -- list` shows all.')
  if (key.purpose === 'log-live' || key.purpose === 'log-test')
    throw new KeyStoreError(
      'A key of the log is not taken back: every proof that was handed out holds its signature. Rotate it. A thief cannot rewrite the log with it without the witnesses.',
    )
  if (key.retiredAt === null) throw new KeyStoreError('This key signs. Rotate it first.')
  if (config.keys.keysIn === 'environment')
    throw new KeyStoreError('Take this key out of the settings of the environment.')
  const typed = await ask('Every file signed with this key will fail for good. Type the key again to go on: ')
  if (typed.trim() !== given) throw new KeyStoreError('That is not the key. Nothing has changed.')
  const mode = key.purpose === 'issuer-live' ? 'live' : 'test'
  const issuer = await openIssuer(config, store, clock)
  // Written to the server's log when the server meets it.
  const proofAlarm = () => {}
  const taken = await revokeSignedBy({ store, clock, issuer, proofAlarm }, mode, given)
  await keys.remove(key.publicKey)
  return [
    'The key is gone. Nothing that it signed verifies any more.',
    `TrustTags whose files were revoked, and are issued again by the server: ${taken}. Their IDs stay; tell their holders to fetch the files again.`,
  ]
}
