import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { ConfigError } from '../../lib/settings'
import type { Read, SettingGroup } from '../../lib/settings'
import type { Services } from '../../http/services'

declare module '../../http/services' {
  interface Services {
    /** Null: passwords are not compared with known leaks. */
    breachedPasswords: BreachedPasswords | null
  }
}

export interface BreachedPasswords {
  /** Whether the password is in a known leak. False if the list cannot be read: a login must not depend on it. */
  has(password: string): Promise<boolean>
  close(): Promise<void>
}

/** BREACHED_PASSWORDS: a service on the web, or the absolute path of a file. */
export type BreachedPasswordsSetting = 'range-api' | { file: string } | null

export const breachSettings = {
  title: 'Leaked passwords',
  about:
    'New passwords of live accounts are compared with a list of leaked passwords. A match is refused; at a login it is a piece of advice ([sign-in](sign-in.md#leaked-passwords)).',
  settings: [
    {
      name: 'BREACHED_PASSWORDS',
      meaning:
        'A file made by `npm run passwords -- build`: nothing leaves the server. Or `range-api`: the server sends the first five hex digits of the password’s SHA-1 hash to api.pwnedpasswords.com, and gives up after 800 ms.',
      shape: { is: 'text', like: 'a path, or `range-api`' },
      default: { none: 'no comparison' },
      isSecret: false,
      example: '/var/lib/membership/breached-passwords.bin',
    },
  ],
} as const satisfies SettingGroup

export function readBreachedPasswords(read: Read, resolve: (path: string) => string): BreachedPasswordsSetting {
  const value = read('BREACHED_PASSWORDS')
  if (value === undefined || value === 'range-api') return value ?? null
  return { file: resolve(value) }
}

type Log = Pick<Services['log'], 'warn'>

/** @throws {ConfigError} if the file cannot be used */
export async function openBreachedPasswords(
  setting: BreachedPasswordsSetting,
  log: Log,
): Promise<BreachedPasswords | null> {
  if (setting === null) return null
  if (setting === 'range-api') return createRangeList({ url: RANGE_API_URL, log })
  try {
    return await createListFile(await open(setting.file), log)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`BREACHED_PASSWORDS cannot be used: ${reason}`, { cause: error })
  }
}

/**
 * The file: `magic`, the number of hashes, where the hashes of each two-byte prefix begin, then bytes 2 to 7 of each SHA-1 hash, sorted. All
 * numbers are little-endian. 64 bits of a hash are enough: with a billion hashes, one password in 18 billion is refused wrongly.
 */
export const listLayout = {
  magic: 'LEAKED-1',
  countAt: 8,
  indexAt: 12,
  prefixes: 65_536,
  entryBytes: 6,
  entriesAt: 12 + 65_537 * 4,
} as const

/** The index, 256 kB, stays in memory: each comparison reads one block of the file. */
export async function createListFile(
  handle: Pick<FileHandle, 'read' | 'stat' | 'close'>,
  log: Log,
): Promise<BreachedPasswords> {
  const { magic, countAt, indexAt, prefixes, entryBytes, entriesAt } = listLayout
  const head = Buffer.alloc(entriesAt)
  await handle.read(head, 0, entriesAt, 0)
  const { size } = await handle.stat()
  const isComplete = size === entriesAt + head.readUInt32LE(countAt) * entryBytes
  if (head.toString('latin1', 0, magic.length) !== magic || !isComplete) {
    await handle.close()
    throw new Error('it is not a complete file of `npm run passwords -- build`.')
  }
  const startOf = (prefix: number): number => head.readUInt32LE(indexAt + prefix * 4)
  if (startOf(prefixes) !== head.readUInt32LE(countAt)) throw new Error('its index is damaged. Build it again.')
  return {
    async has(password) {
      const digest = sha1(password)
      const prefix = digest.readUInt16BE(0)
      const [start, end] = [startOf(prefix), startOf(prefix + 1)]
      const block = Buffer.alloc((end - start) * entryBytes)
      try {
        await handle.read(block, 0, block.length, entriesAt + start * entryBytes)
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'could not read BREACHED_PASSWORDS')
        return false
      }
      return contains(block, digest.readUIntBE(2, entryBytes))
    },
    close: () => handle.close(),
  }
}

function contains(block: Buffer, wanted: number): boolean {
  const { entryBytes } = listLayout
  let [low, high] = [0, block.length / entryBytes - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = block.readUIntBE(middle * entryBytes, entryBytes)
    if (found === wanted) return true
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return false
}

const RANGE_API_URL = 'https://api.pwnedpasswords.com/range/'
const RANGE_TIMEOUT_MS = 800
const PREFIX_CHARS = 5

/** The service learns five of forty hex digits, which about 2,000 leaked passwords share. */
export function createRangeList({
  url,
  log,
  timeoutMs = RANGE_TIMEOUT_MS,
}: {
  url: string
  log: Log
  timeoutMs?: number
}): BreachedPasswords {
  return {
    async has(password) {
      const hash = sha1(password).toString('hex').toUpperCase()
      try {
        const response = await fetch(url + hash.slice(0, PREFIX_CHARS), {
          // Rows with a count of 0 fill up the response, so that its length says nothing.
          headers: { 'Add-Padding': 'true' },
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (!response.ok) throw new Error(`status ${response.status}`)
        return hasRow(await response.text(), hash.slice(PREFIX_CHARS))
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'could not ask for leaked passwords')
        return false
      }
    },
    close: async () => {},
  }
}

function hasRow(text: string, suffix: string): boolean {
  const row = text.split('\n').find((line) => line.startsWith(`${suffix}:`))
  return row !== undefined && Number(row.slice(suffix.length + 1)) > 0
}

const sha1 = (password: string): Buffer => createHash('sha1').update(password).digest()
