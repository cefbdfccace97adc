import { systemClock } from '../api/lib/clock'
import { openStore } from '../api/open-store'
import { openSecurityLog } from '../api/adapters/security-log/open-security-log'
import { ConfigError, readConfig } from '../api/config'
import type { Config } from '../api/config'
import { adoptFileKeys, chooseKeys, createIssuer, newStoredKey, openIssuer } from '../api/features/credentials/issuer'
import { keyPurposes, KeyStoreError } from '../api/features/credentials/keys'
import type { KeyPurpose, KeyStore, StoredKey } from '../api/features/credentials/keys'
import { revokeSignedBy } from '../api/features/credentials/revoke'
import { keyVariables } from '../api/features/credentials/settings'
import { publicMultikey } from '../api/features/credentials/sign'
import { newEd25519Key } from '../api/features/transparency-log/ed25519'
import type { Clock } from '../api/lib/clock'
import type { Store } from '../api/ports/store'
import { KEYS_REREAD_SECONDS } from '../contract/limits'
import { logOrigin } from '../contract/proof-paths'
import type { ProofMode } from '../contract/proof-paths'
import { formatVerifierKey } from '../contract/tlog/signed-note'
import { runCommand, UsageError, verbOf } from './command'
import type { CommandOptions } from './command'

interface KeysCommandOptions extends CommandOptions {
  /** Asks one question. @returns the line that was typed */
  ask: (question: string) => Promise<string>
}

/**
 * Shows and changes the keys that TrustTags and the log are signed with.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused, 2 invalid usage
 */
export function keysCommand(argv: readonly string[], options: KeysCommandOptions): Promise<number> {
  return runCommand(command, argv, options, async ({ verb, input, common }) => {
    for (const line of await verb.run(input, common.test, options)) options.print(line)
  })
}

const verb = verbOf<[isTest: boolean, options: KeysCommandOptions], string[]>()

const list = verb({
  name: 'list',
  summary: 'every key, since when it signs, and until when it did',
  run: (_, __, { env }) => withKeys(env, listKeys),
})

const rotate = verb({
  name: 'rotate',
  positionals: ['issuer|log'],
  summary: 'makes a new key. The old one is kept as a public key only:\nwhat it signed stays valid',
  run({ words: [what] }, isTest, { env }) {
    if (what !== 'issuer' && what !== 'log')
      throw new UsageError('Write it like this: npm run keys -- rotate issuer|log [--test]')
    return withKeys(env, (open) => rotateKey(open, { what, mode: isTest ? 'test' : 'live' }))
  },
})

const distrust = verb({
  name: 'distrust',
  positionals: ['<key>'],
  summary: 'for a key that was stolen: nothing that it signed verifies any more',
  run: ({ words: [key = ''] }, _, { env, ask }) => withKeys(env, (open) => distrustKey(open, key, ask)),
})

const make = verb({
  name: 'make',
  summary: 'makes keys where the old ones are lost for good',
  run: (_, __, { env }) => withKeys(env, makeKeys),
})

const create = verb({
  name: 'new',
  summary: 'prints four new keys as settings of the environment. They are secrets',
  run: () => Promise.resolve(newSettings()),
})

const command = {
  name: 'keys',
  usage: ['-- <verb> [--test]'],
  about: `The keys that TrustTags and their log are signed with. A running server reads a change within ${KEYS_REREAD_SECONDS} seconds.`,
  verbs: [list, rotate, distrust, make, create],
  options: { test: { type: 'boolean', summary: 'the keys of Test Mode and of samples' } },
  notes: `Stolen issuer key: \`rotate issuer\`, then \`distrust <the old key>\`. The TrustTags that it signed are revoked and issued
again with the new key by the running server, or at its next start: same ID, new files. What a thief signed dies.
After \`rotate log\`, give the new line of /trusttag/log/vkeys to every witness, or it refuses what the new key signs.

It reads the same settings as the server. Keys that the environment names are changed there: put the public key that signed
so far (z6Mk…, see \`list\`) into TRUSTTAG_RETIRED_ISSUER_KEYS or its like, and the new one in its place.`,
  refusals: [ConfigError, KeyStoreError],
} as const

/** The keys of an installation, and what changing them needs. */
interface OpenKeys {
  config: Config
  store: Store
  keys: KeyStore
  clock: Clock
}

/** @throws {ConfigError} when there is no database, or it cannot be used */
async function withKeys(env: CommandOptions['env'], work: (open: OpenKeys) => Promise<string[]>): Promise<string[]> {
  const config = readConfig(env)
  const store = await openStore(config, { mustExist: true })
  try {
    const keys = chooseKeys(config, store)
    await adoptFileKeys(config, keys, store)
    return await work({ config, store, keys, clock: systemClock })
  } finally {
    await store.close()
  }
}

const titles: Record<KeyPurpose, string> = {
  'issuer-live': 'Issuer',
  'issuer-test': 'Issuer of Test Mode and samples',
  'log-live': 'Log',
  'log-test': 'Log of Test Mode and samples',
}

/** Every key, without its secret. */
async function listKeys({ keys }: Pick<OpenKeys, 'keys'>): Promise<string[]> {
  const all = await keys.list()
  if (all.length === 0) return ['No keys yet. The first start of the server makes them.']
  const linesOf = (purpose: KeyPurpose) =>
    all.filter((key) => key.purpose === purpose).map((key) => `  ${multikeyOf(key)}  ${times(key)}`)
  return keyPurposes.flatMap((purpose) => [titles[purpose]].concat(linesOf(purpose)))
}

/** `z6Mk…` */
const multikeyOf = ({ publicKey }: Pick<StoredKey, 'publicKey'>): string =>
  publicMultikey(new Uint8Array(Buffer.from(publicKey, 'base64url')))

/** Keys from the environment have no times. */
function times({ createdAt, retiredAt }: StoredKey): string {
  if (createdAt === 0) return retiredAt === null ? 'signs' : 'signed before'
  if (retiredAt === null) return `signs since ${dayOf(createdAt)}`
  return `signed from ${dayOf(createdAt)} to ${dayOf(retiredAt)}`
}

const dayOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The old key stays as a public key: what it signed still verifies. */
async function rotateKey(
  { keys, config, clock }: OpenKeys,
  { what, mode }: { what: 'issuer' | 'log'; mode: ProofMode },
): Promise<string[]> {
  const key = newStoredKey(`${what}-${mode}`, clock.now())
  await keys.replace(key)
  openSecurityLog(config, null).write('signing-key-rotated', {
    mode,
    actor: 'keys command',
    subject: `${what} ${multikeyOf(key)}`,
  })
  const name = logOrigin(config.issuerOrigin, mode)
  const publicKey = new Uint8Array(Buffer.from(key.publicKey, 'base64url'))
  return [
    `The new key is ${multikeyOf(key)}. What the one before signed stays right; its secret is deleted.`,
    `A running server takes it up within ${KEYS_REREAD_SECONDS} seconds.`,
    ...(what === 'log'
      ? [`Give this line to every witness of the log:`, formatVerifierKey({ name, type: 'ed25519', publicKey })]
      : []),
  ]
}

/**
 * Removes a stolen key, so that nothing it signed verifies, and has its genuine TrustTags issued again.
 * @param given `z6Mk…`
 */
async function distrustKey(
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
  // The server raises the alarm itself when it finds the damage.
  const proofAlarm = () => {}
  const taken = await revokeSignedBy({ store, clock, issuer, proofAlarm }, mode, given)
  await keys.remove(key.publicKey)
  return [
    'The key is gone. Nothing that it signed verifies any more.',
    `TrustTags whose files were revoked, and are issued again by the server: ${taken}. Their IDs stay; tell their holders to fetch the files again.`,
  ]
}

async function makeKeys({ keys, config, clock }: OpenKeys): Promise<string[]> {
  if ((await keys.list()).length > 0)
    throw new KeyStoreError('There are keys already. `rotate` makes a new one of them.')
  await createIssuer({ origin: config.issuerOrigin, keys, now: () => clock.now() })
  return [
    'New keys are made. TrustTags that were issued with the old ones no longer verify.',
    'Give the new line of /trusttag/log/vkeys to every witness.',
  ]
}

/** New keys as lines of an environment file. They are stored nowhere. */
const newSettings = (): string[] =>
  keyPurposes.map(
    (purpose) => `${keyVariables[purpose].key}=${Buffer.from(newEd25519Key().seed).toString('base64url')}`,
  )
