import { randomUUID } from 'node:crypto'
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
import * as v from 'valibot'
import { equalBytes, fromBase64, toBase64, toUtf8 } from '../../../contract/bytes'
import { verifyEd25519 } from '../../../contract/ed25519'
import { cosign, cosignatureTime, isDecimal, parseTreeHead } from '../../../contract/tlog/checkpoint'
import type { Sign, TreeHead } from '../../../contract/tlog/checkpoint'
import { EMPTY_ROOT, HASH_BYTES, verifyConsistency } from '../../../contract/tlog/merkle'
import { formatSignature, parseNote, signaturesOf } from '../../../contract/tlog/signed-note'
import type { SignedNote, VerifierKey } from '../../../contract/tlog/signed-note'
import type { Clock } from '../../lib/clock'
import { makeFolder, syncFolderAtOnce } from '../../lib/folders'
import { ed25519KeyOf, newEd25519Key } from './ed25519'

export interface WitnessParts {
  key: VerifierKey
  sign: Sign
  /** Current and former keys of the log; none for an unknown log. */
  logKeys(origin: string): readonly VerifierKey[]
  memory: WitnessMemory
  clock: Clock
}

interface WitnessResponse {
  status: 200 | 400 | 403 | 404 | 409 | 422
  type: string
  body: string
}

const TEXT = 'text/plain; charset=utf-8'
/** Type of a body that is only the tree size. */
const SIZE_TYPE = 'text/x.tlog.size'

const refuse = (status: WitnessResponse['status'], sentence: string): WitnessResponse => ({
  status,
  type: TEXT,
  body: `${sentence}\n`,
})

/**
 * Cosigns and stores a checkpoint if its log has only grown since the last one (c2sp.org/tlog-witness).
 * @param body of the request
 * @throws errors of the memory: without a stored decision, no signature is returned
 */
export async function addCheckpoint(parts: WitnessParts, body: string): Promise<WitnessResponse> {
  const request = parseWitnessRequest(body)
  const note = request && parseNote(request.checkpoint)
  const head = note && readHead(note.text)
  if (!request || !note || !head) return refuse(400, 'The body must be a checkpoint with a proof.')
  const keys = parts.logKeys(head.origin).filter(({ name, type }) => name === head.origin && type === 'ed25519')
  if (keys.length === 0) return refuse(404, 'This witness does not watch that log.')
  const signatures = await checkSignatures(note, keys)
  if (signatures === null) return refuse(403, 'The signature does not match a known key of the log.')
  const { oldSize, proof } = request
  if (oldSize > head.size) return refuse(400, 'The old tree is larger than the new one.')
  return parts.memory.update(head.origin, async (seen) => {
    const refusal = judge({ ...head, oldSize, proof }, seen)
    if (refusal) return { seen: null, result: refusal }
    // If the clock was set back, a larger tree must not get an earlier time.
    const time = Math.max(Math.floor(parts.clock.now() / 1000), seen?.time ?? 0)
    const line = await cosign(note.text, time, parts.key, parts.sign)
    const checkpoint = `${note.text}\n${signatures}${line}`
    const { size, root } = head
    return { seen: { checkpoint, size, root, time }, result: { status: 200, type: TEXT, body: line } }
  })
}

interface Growth extends TreeHead {
  oldSize: number
  proof: readonly Uint8Array[]
}

/** Null if the log has only grown. */
function judge({ oldSize, proof, size, root }: Growth, seen: SeenCheckpoint | null): WitnessResponse | null {
  const seenSize = seen?.size ?? 0
  if (oldSize !== seenSize) return { status: 409, type: SIZE_TYPE, body: `${seenSize}\n` }
  if (size === 0 && !equalBytes(root, EMPTY_ROOT)) return refuse(422, 'The root hash is not that of an empty tree.')
  if (oldSize === 0) return proof.length === 0 ? null : refuse(422, 'A proof from an empty tree must be empty.')
  const oldRoot = seen?.root ?? EMPTY_ROOT
  if (verifyConsistency({ oldSize, oldRoot, size, root, path: proof })) return null
  return refuse(422, 'This tree does not extend the last signed tree.')
}

/** Accepts an empty tree with a wrong root: it is well formed, and refused later. */
function readHead(text: string): TreeHead | null {
  const [origin = '', size, rootText = ''] = text.split('\n')
  const root = fromBase64(rootText)
  if (size !== '0' || origin === '' || root?.length !== HASH_BYTES) return parseTreeHead(text)
  return { origin, size: 0, root }
}

/** The log's signature lines; null without one, or if a signature of a known key is wrong. */
async function checkSignatures(note: SignedNote, keys: readonly VerifierKey[]): Promise<string | null> {
  const lines: string[] = []
  for (const key of keys)
    for (const signature of signaturesOf(note, key)) {
      if (!(await verifyEd25519(key.publicKey, toUtf8(note.text), signature))) return null
      lines.push(formatSignature(key, signature))
    }
  return lines.length > 0 ? lines.join('') : null
}

/** add-checkpoint of c2sp.org/tlog-witness. */
interface WitnessRequest {
  /** Leaves of the tree that the witness last signed, as the client believes. */
  oldSize: number
  /** Consistency of both trees. */
  proof: readonly Uint8Array[]
  /** With its signatures. */
  checkpoint: string
}

const PROOF_MAX = 63

export const formatWitnessRequest = ({ oldSize, proof, checkpoint }: WitnessRequest): string =>
  [`old ${oldSize}`, ...proof.map(toBase64), '', checkpoint].join('\n')

/** Null for an invalid request. Does not parse the checkpoint. */
export function parseWitnessRequest(text: string): WitnessRequest | null {
  const split = text.indexOf('\n\n')
  const [head = '', ...lines] = text.slice(0, Math.max(0, split)).split('\n')
  const [, old = ''] = /^old (\d+)$/u.exec(head) ?? []
  const oldSize = Number(old)
  if (!isDecimal(old) || !Number.isSafeInteger(oldSize) || lines.length > PROOF_MAX) return null
  const proof = lines.map(fromBase64).filter((hash) => hash?.length === HASH_BYTES)
  const hashes = proof.filter((hash) => hash !== null)
  return hashes.length === lines.length ? { oldSize, proof: hashes, checkpoint: text.slice(split + 2) } : null
}

/** The newest checkpoint of a log that the witness signed. */
export interface SeenCheckpoint {
  /** With the log's valid signatures and the witness's own. */
  checkpoint: string
  /** Leaves. */
  size: number
  root: Uint8Array
  /** Time of the witness's signature, in seconds since 1970. */
  time: number
}

export interface WitnessMemory {
  /** @param origin name of the log. @returns null before its first checkpoint */
  read(origin: string): Promise<SeenCheckpoint | null>
  /**
   * Atomic read, decision and write, also across processes. Resolves when the decision is durable.
   * @param decide called again if another process was faster; `seen` null changes nothing
   */
  update<T>(
    origin: string,
    decide: (seen: SeenCheckpoint | null) => Promise<{ seen: SeenCheckpoint | null; result: T }>,
  ): Promise<T>
}

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
 * A witness's key with its name. The first start creates it together with a memory: a key without its memory is never
 * used again.
 * @param folder created if missing
 * @param nameOf name for a new key
 * @throws DamagedMemoryError if the key has no memory; Error if the key cannot be read
 */
export function openWitnessKey(folder: string, nameOf: (publicKey: Uint8Array) => string): WitnessKey {
  const [file, memory] = [join(folder, FILE), memoryFolder(folder)]
  if (existsSync(file)) {
    if (!existsSync(memory) || !hasMemory(memory))
      throw new DamagedMemoryError(`The witness in ${folder} has a key, but its state is missing.`)
    return read(file)
  }
  const fresh = newEd25519Key()
  const content = { name: nameOf(fresh.publicKey), seed: Buffer.from(fresh.seed).toString('base64url') }
  makeFolder(memory)
  // The memory comes first: after a crash, no key lacks one.
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
    // The text contains a secret.
    throw new Error(`The key of the witness in ${file} cannot be read.`, { cause: error })
  }
}

/** Without its memory, a witness would let a log rewrite its history. */
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
/** An older temporary file is from a killed process. */
const LEFT_AFTER_MS = 60_000

/** @param folder must exist */
const beginMemory = (folder: string): void => void writeOnce(join(folder, nameOf(FIRST)), textOf([]))

const hasMemory = (folder: string): boolean => numbersIn(folder).length > 0

/**
 * A witness's memory in a folder that processes may share. Each change is a new numbered file: the process that first
 * creates the next number wins. The newest file is current.
 * @param key of the witness: a checkpoint without its signature is damage
 */
export function createFileMemory(folder: string, key: VerifierKey): WitnessMemory {
  let known: State | null = null
  let last: Promise<unknown> = Promise.resolve()

  async function newest(): Promise<State> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const number = numbersIn(folder).at(-1)
      if (number === undefined) throw new DamagedMemoryError(`The state of the witness in ${folder} is missing.`)
      if (known?.number === number) return known
      const logs = await readLogs(folder, number, key)
      // Null: another process wrote a newer file and removed this one.
      if (logs) return (known = { number, logs })
    }
    throw new Error(`The state of the witness in ${folder} changes too fast to be read.`)
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
    throw new Error(`The state of the witness in ${folder} changes too fast to be written.`)
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

/** Writes a state; false if another process has written this number or a later one. */
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

/** Null if the file is gone. */
async function readLogs(folder: string, number: number, key: VerifierKey): Promise<Logs | null> {
  const file = join(folder, nameOf(number))
  const text = readIfThere(file)
  if (text === null) return null
  try {
    const { checkpoints } = v.parse(storedMemory, JSON.parse(text))
    if (checkpoints.length === 0 && number > FIRST) throw new Error('The stored checkpoint is missing.')
    return new Map(await Promise.all(checkpoints.map((one) => readSeen(one, key))))
  } catch (error) {
    throw new DamagedMemoryError(`The state of the witness in ${file} is damaged.`, { cause: error })
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
  if (!head || time === null) throw new Error('A stored checkpoint has no signature of this witness.')
  return [head.origin, { checkpoint, size: head.size, root: head.root, time }]
}

/** Prefix of temporary files. */
const UNFINISHED = '.new-'

/** Creates a file atomically and durably; false if it exists. A rename would replace it, a link fails. */
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
