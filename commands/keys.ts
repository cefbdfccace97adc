import type { Database } from '../api/database/db'
import { createCredentialCipher, readCredentialKeys } from '../api/lib/credential-cipher'
import { reencryptCredentials } from '../api/features/app-secrets/repository'
import { sealStoredSecrets } from '../api/features/webhooks/endpoints'
import { ConfigError, readConfig } from '../api/config'
import type { Config } from '../api/config'
import {
  adoptFileKeys,
  chooseKeys,
  createIssuer,
  newStoredKey,
  openIssuer,
  publicMultikey,
} from '../api/features/credentials/issuer'
import { KeyStoreError } from '../api/features/credentials/keys'
import type { KeyStore, StoredKey } from '../api/features/credentials/keys'
import { revokeSignedBy } from '../api/features/credentials/issue'
import { keyPurposes, keyVariables } from '../api/features/credentials/settings'
import type { KeyPurpose } from '../api/features/credentials/settings'
import { newEd25519Key } from '../api/features/transparency-log/ed25519'
import { openSecurityLog } from '../api/http/security-log'
import { systemClock } from '../api/lib/clock'
import type { Clock } from '../api/lib/clock'
import { openStore } from '../api/open-store'
import { KEYS_REREAD_SECONDS } from '../contract/limits'
import { logOrigin } from '../contract/proof-paths'
import type { ProofMode } from '../contract/proof-paths'
import { formatVerifierKey } from '../contract/tlog/signed-note'
import { runCommand, UsageError, verbOf } from './command'
import type { CommandOptions } from './command'

interface KeysCommandOptions extends CommandOptions {
  /** @returns the typed line */
  ask: (question: string) => Promise<string>
}

/**
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
  summary: 'lists all keys and the period in which each signs',
  run: (_, __, { env }) => withKeys(env, listKeys),
})

const rotate = verb({
  name: 'rotate',
  positionals: ['issuer|log'],
  summary: 'creates a new key. Only the public half of the old one is kept:\nwhat it signed stays valid',
  run({ words: [what] }, isTest, { env }) {
    if (what !== 'issuer' && what !== 'log') throw new UsageError('Usage: npm run keys -- rotate issuer|log [--test]')
    return withKeys(env, (open) => rotateKey(open, { what, mode: isTest ? 'test' : 'live' }))
  },
})

const distrust = verb({
  name: 'distrust',
  positionals: ['<key>'],
  summary: 'removes a stolen key: nothing that it signed verifies from then on',
  run: ({ words: [key = ''] }, _, { env, ask }) => withKeys(env, (open) => distrustKey(open, key, ask)),
})

const make = verb({
  name: 'make',
  summary: 'creates keys if the old ones are permanently lost',
  run: (_, __, { env }) => withKeys(env, makeKeys),
})

const create = verb({
  name: 'new',
  summary: 'prints four new keys as environment settings. They are secrets',
  run: () => Promise.resolve(newSettings()),
})

const reencrypt = verb({
  name: 'reencrypt',
  summary: 'encrypts credentials of apps and webhook secrets with the KEY_ENCRYPTION_KEY of today',
  run: (_, __, { env, ask }) => withStore(env, (config, store) => reencryptStored(config, store, ask)),
})

const command = {
  name: 'keys',
  usage: ['-- <verb> [--test]'],
  about: `Manages the keys that sign TrustTags and their log. A running server uses a change within ${KEYS_REREAD_SECONDS} seconds.`,
  verbs: [list, rotate, distrust, make, create, reencrypt],
  options: { test: { type: 'boolean', summary: 'uses the keys of Test Mode and samples' } },
  notes: `If an issuer key is stolen: \`rotate issuer\`, then \`distrust <old key>\`. The running server, or the next start, revokes the
TrustTags that the old key signed and issues them again with the new key: same IDs, new files. Anything that a thief signed
no longer verifies.
After \`rotate log\`, give the new line of /trusttag/log/vkeys to every witness. Otherwise they refuse what the new key signs.

Reads the same settings as the server. Change keys that are environment settings there: add the old public key (z6Mk…, see
\`list\`) to TRUSTTAG_RETIRED_ISSUER_KEYS or the matching setting, and set the new key instead of the old one.`,
  refusals: [ConfigError, KeyStoreError],
} as const

interface OpenKeys {
  config: Config
  store: Database
  keys: KeyStore
  clock: Clock
}

/** @throws {ConfigError} if there is no database, or it cannot be used */
async function withStore(
  env: CommandOptions['env'],
  work: (config: Config, store: Database) => Promise<string[]>,
): Promise<string[]> {
  const config = readConfig(env)
  const store = await openStore(config, { mustExist: true })
  try {
    return await work(config, store)
  } finally {
    await store.close()
  }
}

const withKeys = (env: CommandOptions['env'], work: (open: OpenKeys) => Promise<string[]>): Promise<string[]> =>
  withStore(env, async (config, store) => {
    const keys = chooseKeys(config, store)
    await adoptFileKeys(config, keys, store)
    return work({ config, store, keys, clock: systemClock })
  })

const titles: Record<KeyPurpose, string> = {
  'issuer-live': 'Issuer',
  'issuer-test': 'Issuer of Test Mode and samples',
  'log-live': 'Log',
  'log-test': 'Log of Test Mode and samples',
}

/** Never shows secrets. */
async function listKeys({ keys }: Pick<OpenKeys, 'keys'>): Promise<string[]> {
  const all = await keys.list()
  if (all.length === 0) return ['No keys yet. The first start of the server creates them.']
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

/** The old public key stays, so that what it signed still verifies. */
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
    `The new key is ${multikeyOf(key)}. What the old key signed stays valid; its secret was deleted.`,
    `A running server uses it within ${KEYS_REREAD_SECONDS} seconds.`,
    ...(what === 'log'
      ? [`Give this line to every witness of the log:`, formatVerifierKey({ name, type: 'ed25519', publicKey })]
      : []),
  ]
}

/**
 * Removes a stolen key, and has its genuine TrustTags issued again.
 * @param given `z6Mk…`
 */
async function distrustKey(
  { keys, config, store, clock }: OpenKeys,
  given: string,
  ask: (question: string) => Promise<string>,
): Promise<string[]> {
  const key = (await keys.list()).find((one) => multikeyOf(one) === given)
  if (!key) throw new KeyStoreError('Unknown key. Run `npm run keys -- list` to see all keys.')
  if (key.purpose === 'log-live' || key.purpose === 'log-test')
    throw new KeyStoreError(
      'A log key cannot be distrusted: every issued proof has its signature. Rotate it instead. A thief cannot rewrite the log without the witnesses.',
    )
  if (key.retiredAt === null) throw new KeyStoreError('This key is active. Rotate it first.')
  if (config.keys.keysIn === 'environment') throw new KeyStoreError('Remove this key from the environment settings.')
  const typed = await ask(
    'Every file signed with this key will permanently fail verification. Type the key again to continue: ',
  )
  if (typed.trim() !== given) throw new KeyStoreError('The keys do not match. Nothing was changed.')
  const mode = key.purpose === 'issuer-live' ? 'live' : 'test'
  const issuer = await openIssuer(config, store, clock)
  // The server raises the alarm itself when it finds the damage.
  const proofAlarm = () => {}
  const taken = await revokeSignedBy({ store, clock, issuer, proofAlarm }, mode, given)
  await keys.remove(key.publicKey)
  return [
    'The key was removed. Nothing that it signed verifies any longer.',
    `${taken} TrustTags were revoked and will be issued again by the server with the same IDs. Tell their holders to download the files again.`,
  ]
}

async function makeKeys({ keys, config, clock }: OpenKeys): Promise<string[]> {
  if ((await keys.list()).length > 0) throw new KeyStoreError('Keys already exist. Use `rotate` to replace one.')
  await createIssuer({ origin: config.issuerOrigin, keys, now: () => clock.now() })
  return [
    'New keys were created. TrustTags issued with the old keys no longer verify.',
    'Give the new line of /trusttag/log/vkeys to every witness.',
  ]
}

/** @throws KeyStoreError without a key, or if one of the credentials cannot be read */
async function reencryptStored(
  config: Config,
  store: Database,
  ask: (question: string) => Promise<string>,
): Promise<string[]> {
  const known = readCredentialKeys(config, config.encryptionKey)
  if (known.length === 0) throw new KeyStoreError('Set KEY_ENCRYPTION_KEY first.')
  const first = await reencryptAll(store, known)
  if (first.unreadable.length === 0) return [encrypted(first.changed)]
  const typed = await ask('The KEY_ENCRYPTION_KEY that they were encrypted with: ')
  const old = Buffer.from(typed.trim(), 'base64')
  const { changed, unreadable: names } = await reencryptAll(store, [...known, old])
  if (names.length > 0)
    throw new KeyStoreError(
      `This key does not open ${names.join(', ')}. Enter these credentials again in the console, and roll these webhook secrets.`,
    )
  return [encrypted(first.changed + changed)]
}

/** Credentials of apps and signing secrets of webhooks. @returns the names of those that no key opens */
async function reencryptAll(
  store: Database,
  keys: readonly Uint8Array[],
): Promise<{ changed: number; unreadable: string[] }> {
  const cipher = createCredentialCipher(keys)
  const credentials = await reencryptCredentials(store, cipher)
  const secrets = await sealStoredSecrets(store, cipher)
  return {
    changed: credentials.changed + secrets.changed,
    unreadable: [
      ...credentials.unreadable.map(({ appId, mode, kind }) => `${appId} ${mode} ${kind}`),
      ...secrets.unreadable.map(({ appId, mode, id }) => `${appId} ${mode} webhook ${id}`),
    ],
  }
}

const encrypted = (count: number): string =>
  `${count} ${count === 1 ? 'credential was' : 'credentials were'} encrypted with the key of today.`

/** They are stored nowhere. */
const newSettings = (): string[] =>
  keyPurposes.map(
    (purpose) => `${keyVariables[purpose].key}=${Buffer.from(newEd25519Key().seed).toString('base64url')}`,
  )
