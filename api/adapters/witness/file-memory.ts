import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { cosignatureTime, parseTreeHead } from '../../../contract/tlog/checkpoint'
import { parseNote, signaturesOf } from '../../../contract/tlog/signed-note'
import type { VerifierKey } from '../../../contract/tlog/signed-note'
import type { SeenCheckpoint, WitnessMemory } from '../../domain/witness/witness-memory'
import { UNFINISHED, writeOnce } from './write-once'

/** The memory cannot be believed. Going on without it would let a log take back what it has shown. */
export class DamagedMemoryError extends Error {
  readonly expected = true
}

type Logs = ReadonlyMap<string, SeenCheckpoint>

interface State {
  number: number
  logs: Logs
}

const stored = v.object({ checkpoints: v.array(v.string()) })
const NAME = /^(\d{12})\.json$/u
const nameOf = (number: number): string => `${String(number).padStart(12, '0')}.json`
const FIRST = 1
const textOf = (checkpoints: readonly string[]): string => `${JSON.stringify({ checkpoints })}\n`
const TRIES_MAX = 100
/** What a killed process left half written. */
const LEFT_AFTER_MS = 60_000

/** The first memory of a witness: it has seen nothing. @param folder that is there */
export const beginMemory = (folder: string): void => void writeOnce(join(folder, nameOf(FIRST)), textOf([]))

/** Whether a memory was ever begun there. */
export const hasMemory = (folder: string): boolean => numbersIn(folder).length > 0

/**
 * A witness's memory in a folder. Every change is a new numbered file; whoever makes the next number first has decided, so
 * several processes may share the folder. The newest file counts.
 * @param key of the witness: what it did not sign is not believed
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
      // Null: another process has gone on meanwhile, and taken the file away.
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

/** Writes a state, unless another process has written that number, or has gone on beyond it. */
function isFirst(folder: string, { number, logs }: State): boolean {
  const file = join(folder, nameOf(number))
  if (!writeOnce(file, textOf([...logs.values()].map(({ checkpoint }) => checkpoint)))) return false
  const numbers = numbersIn(folder)
  // A process that slept long finds its number free again: those behind the newest were removed.
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
    const { checkpoints } = v.parse(stored, JSON.parse(text))
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
