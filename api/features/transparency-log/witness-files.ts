import * as v from 'valibot'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sign } from '../../../contract/tlog/checkpoint'
import type { VerifierKey } from '../../../contract/tlog/signed-note'
import { makeFolder } from '../../lib/folders'
import { ed25519KeyOf, newEd25519Key } from './ed25519'
import { cosignatureTime, parseTreeHead } from '../../../contract/tlog/checkpoint'
import { parseNote, signaturesOf } from '../../../contract/tlog/signed-note'
import type { SeenCheckpoint, WitnessMemory } from './witness'
import { randomUUID } from 'node:crypto'
import { syncFolderAtOnce } from '../../adapters/files/sync-folder-at-once'

export interface WitnessKey {
  key: VerifierKey
  sign: Sign
}

const FILE = 'key.json'

/** Without spaces and the separators of `WITNESSES`. */
export const WITNESS_NAME = /^[^\s+,@\p{Cc}\p{Cs}]{1,200}$/u

const storedKey = v.object({
  name: v.pipe(v.string(), v.regex(WITNESS_NAME)),
  /** Ed25519, 32 bytes, base64url. */
  seed: v.pipe(v.string(), v.regex(/^[\w-]{43}$/u)),
})

export const memoryFolder = (folder: string): string => join(folder, 'memory')

/**
 * The key of a witness with its name. The first start creates it together with a memory: a key whose memory is lost is never
 * used again.
 * @param folder created if missing
 * @param nameOf name for a new key
 * @throws DamagedMemoryError when the key has no memory; Error when the key cannot be read
 */
export function openWitnessKey(folder: string, nameOf: (publicKey: Uint8Array) => string): WitnessKey {
  const [file, memory] = [join(folder, FILE), memoryFolder(folder)]
  if (existsSync(file)) {
    if (!existsSync(memory) || !hasMemory(memory))
      throw new DamagedMemoryError(`The witness in ${folder} has a key, but its memory is gone.`)
    return read(file)
  }
  const fresh = newEd25519Key()
  const content = { name: nameOf(fresh.publicKey), seed: Buffer.from(fresh.seed).toString('base64url') }
  makeFolder(memory)
  // The memory comes first: after a crash there is never a key without one.
  beginMemory(memory)
  writeOnce(file, `${JSON.stringify(v.parse(storedKey, content), null, 2)}\n`)
  return read(file)
}

function read(file: string): WitnessKey {
  const { name, seed } = parse(file)
  const pair = ed25519KeyOf(new Uint8Array(Buffer.from(seed, 'base64url')))
  return { key: { name, type: 'cosignature', publicKey: pair.publicKey }, sign: (message) => pair.sign(message) }
}

function parse(file: string): v.InferOutput<typeof storedKey> {
  try {
    return v.parse(storedKey, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // The text has a secret.
    throw new Error(`The key of the witness in ${file} cannot be read.`, { cause: error })
  }
}

/** Continuing without its memory, a witness would let a log rewrite its history. */
export class DamagedMemoryError extends Error {
  readonly expected = true
}

type Logs = ReadonlyMap<string, SeenCheckpoint>

interface State {
  number: number
  logs: Logs
}

const storedMemory = v.object({ checkpoints: v.array(v.string()) })
const NAME = /^(\d{12})\.json$/u
const nameOf = (number: number): string => `${String(number).padStart(12, '0')}.json`
const FIRST = 1
const textOf = (checkpoints: readonly string[]): string => `${JSON.stringify({ checkpoints })}\n`
const TRIES_MAX = 100
/** Age after which a temporary file is from a killed process. */
const LEFT_AFTER_MS = 60_000

/** Creates an empty memory. @param folder must exist */
const beginMemory = (folder: string): void => void writeOnce(join(folder, nameOf(FIRST)), textOf([]))

const hasMemory = (folder: string): boolean => numbersIn(folder).length > 0

/**
 * A witness's memory in a folder that processes may share. Every change is a new numbered file: the process that creates the
 * next number first has decided. The newest file counts.
 * @param key of the witness: a checkpoint without its signature is damage
 */
export function createFileMemory(folder: string, key: VerifierKey): WitnessMemory {
  let known: State | null = null
  let last: Promise<unknown> = Promise.resolve()

  async function newest(): Promise<State> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const number = numbersIn(folder).at(-1)
      if (number === undefined) throw new DamagedMemoryError(`The memory of the witness in ${folder} is gone.`)
      if (known?.number === number) return known
      const logs = await readLogs(folder, number, key)
      // Null: another process wrote a newer file and removed this one.
      if (logs) return (known = { number, logs })
    }
    throw new Error(`The memory of the witness in ${folder} changes too fast to be read.`)
  }

  async function decide<T>(origin: string, how: Decide<T>): Promise<T> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const state = await newest()
      const { seen, result } = await how(state.logs.get(origin) ?? null)
      if (seen === null) return result
      const next = { number: state.number + 1, logs: new Map([...state.logs, [origin, seen]]) }
      if (isFirst(folder, next)) {
        known = next
        return result
      }
    }
    throw new Error(`The memory of the witness in ${folder} changes too fast to be written.`)
  }

  return {
    read: async (origin) => (await newest()).logs.get(origin) ?? null,
    update(origin, how) {
      const turn = last.then(() => decide(origin, how))
      last = turn.catch(() => null)
      return turn
    },
  }
}

type Decide<T> = (seen: SeenCheckpoint | null) => Promise<{ seen: SeenCheckpoint | null; result: T }>

/** Writes a state, unless another process has written this number or a later one. */
function isFirst(folder: string, { number, logs }: State): boolean {
  const file = join(folder, nameOf(number))
  if (!writeOnce(file, textOf([...logs.values()].map(({ checkpoint }) => checkpoint)))) return false
  const numbers = numbersIn(folder)
  // After a long sleep the number is free again, because older files are removed.
  if (numbers.at(-1) !== number) {
    rmSync(file, { force: true })
    return false
  }
  for (const old of numbers.slice(0, -2)) rmSync(join(folder, nameOf(old)), { force: true })
  return true
}

function numbersIn(folder: string): number[] {
  const names = readdirSync(folder)
  for (const name of names.filter((one) => one.startsWith(UNFINISHED))) removeIfLeft(join(folder, name))
  const numbers = names.map((name) => Number(NAME.exec(name)?.[1])).filter((number) => !Number.isNaN(number))
  return numbers.toSorted((one, other) => one - other)
}

function removeIfLeft(file: string): void {
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
  if (Date.now() - changed > LEFT_AFTER_MS) rmSync(file, { force: true })
}

/** Null when the file is gone. */
async function readLogs(folder: string, number: number, key: VerifierKey): Promise<Logs | null> {
  const file = join(folder, nameOf(number))
  const text = readIfThere(file)
  if (text === null) return null
  try {
    const { checkpoints } = v.parse(storedMemory, JSON.parse(text))
    if (checkpoints.length === 0 && number > FIRST) throw new Error('What was seen is not there.')
    return new Map(await Promise.all(checkpoints.map((one) => readSeen(one, key))))
  } catch (error) {
    throw new DamagedMemoryError(`The memory of the witness in ${file} is damaged.`, { cause: error })
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function readSeen(checkpoint: string, key: VerifierKey): Promise<[string, SeenCheckpoint]> {
  const note = parseNote(checkpoint)
  const head = note && parseTreeHead(note.text)
  const [signature] = note ? signaturesOf(note, key) : []
  const time = note && signature ? await cosignatureTime(note.text, key, signature) : null
  if (!head || time === null) throw new Error('A checkpoint was not signed here.')
  return [head.origin, { checkpoint, size: head.size, root: head.root, time }]
}

/** Prefix of temporary files. */
const UNFINISHED = '.new-'

/**
 * Creates a file atomically and durably. A link, unlike a rename, fails if the file exists.
 * @returns false if it exists
 */
function writeOnce(file: string, content: string): boolean {
  const fresh = join(dirname(file), `${UNFINISHED}${randomUUID()}`)
  try {
    const descriptor = openSync(fresh, 'wx', 0o600)
    try {
      writeFileSync(descriptor, content)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    linkSync(fresh, file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(fresh, { force: true })
  }
  syncFolderAtOnce(dirname(file))
  return true
}
