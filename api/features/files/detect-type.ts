import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { type WorkSampleKind, type WorkSampleMediaType, workSampleTypes } from '../../../contract/work-sample-types'
import { createConcurrencyLimiter } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import type { ByteSource } from './storage'

export async function withSource<T>(path: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const at = async (position: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    }
    return await work({ size, at })
  } finally {
    await file.close()
  }
}

const HEAD_BYTES = 4_100

const DOC = 'application/msword'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const VIDEOS: ReadonlySet<string | null> = new Set(
  workSampleTypes.filter(({ kind }) => kind === 'video').map(({ type }) => type),
)

/** Detected types with another name here; containers are opened afterwards. */
const SIGNATURES: ReadonlyMap<string, WorkSampleMediaType> = new Map<string, WorkSampleMediaType>([
  ...workSampleTypes.map(({ type }) => [type, type] as const),
  ['image/apng', 'image/png'],
  ['video/x-m4v', 'video/mp4'],
  ['application/x-cfb', DOC],
  ['application/zip', DOCX],
])

/**
 * By content, including video tracks; null for an unsupported type.
 * @throws ApiError `too-many-requests` for a full queue of videos; errors of the source
 */
export async function detectType(source: ByteSource): Promise<WorkSampleMediaType | null> {
  const type = await typeOfHead(source)
  if (type === DOC) return (await isDoc(source)) ? type : null
  if (type === DOCX) return (await isDocx(source)) ? type : null
  if (VIDEOS.has(type)) return (await videoTypeOf(source)) === null ? null : type
  return type
}

/** By the first bytes; undefined while there are too few. */
export async function detectKind(source: ByteSource): Promise<WorkSampleKind | null | undefined> {
  if (source.size < HEAD_BYTES) return undefined
  const type = await typeOfHead(source)
  return workSampleTypes.find((one) => one.type === type)?.kind ?? null
}

async function typeOfHead(source: ByteSource): Promise<WorkSampleMediaType | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(await source.at(0, HEAD_BYTES)).catch(() => undefined)
  return SIGNATURES.get(found?.mime ?? '') ?? null
}

/** Offsets in the header of a compound file ([MS-CFB] section 2.2). */
const HEADER = { sectorShift: 30, firstDirectorySector: 48, firstListSector: 68, list: 76, bytes: 512 }
/** Larger numbers are markers, not sectors. */
const SECTOR_MAX = 0xfffffffa
const COMPOUND_ENTRY_BYTES = 128
/** 512 bytes with four entries each; documents have some dozen entries. */
const DIRECTORY_MAX_SECTORS = 256
/** 127 table sectors each: far more than the largest allowed file has. */
const LIST_MAX_SECTORS = 64

/** A Word document without macros. Spreadsheets, installers and mails lack its stream. */
export async function isDoc(source: ByteSource): Promise<boolean> {
  const names = await compoundEntryNames(source)
  return names.has('WordDocument') && !names.has('Macros') && !names.has('_VBA_PROJECT')
}

interface Sectors {
  size: number
  read(number: number): Promise<Buffer>
}

async function compoundEntryNames(source: ByteSource): Promise<Set<string>> {
  const header = await source.at(0, HEADER.bytes)
  if (header.length < HEADER.bytes) return new Set()
  const shift = header.readUInt16LE(HEADER.sectorShift)
  if (shift !== 9 && shift !== 12) return new Set()
  const size = 2 ** shift
  const sectors: Sectors = { size, read: (number) => source.at((number + 1) * size, size) }
  const table = await tableSectors(header, sectors)
  const names = new Set<string>()
  let sector = header.readUInt32LE(HEADER.firstDirectorySector)
  for (let count = 0; sector < SECTOR_MAX && count < DIRECTORY_MAX_SECTORS; count += 1) {
    const entries = await sectors.read(sector)
    for (let at = 0; at + COMPOUND_ENTRY_BYTES <= entries.length; at += COMPOUND_ENTRY_BYTES)
      names.add(nameAt(entries, at))
    sector = await following(sector, table, sectors)
  }
  return names
}

/** At most 31 characters, followed by the length in bytes including the final zero. */
function nameAt(entries: Buffer, at: number): string {
  const length = Math.min(entries.readUInt16LE(at + 64), 64)
  return entries.toString('utf16le', at, at + Math.max(0, length - 2))
}

/** 109 are in the header, the others in a chain. */
async function tableSectors(header: Buffer, sectors: Sectors): Promise<number[]> {
  const found = numbersIn(header.subarray(HEADER.list))
  let next = header.readUInt32LE(HEADER.firstListSector)
  for (let count = 0; next < SECTOR_MAX && count < LIST_MAX_SECTORS; count += 1) {
    const numbers = numbersIn(await sectors.read(next))
    next = numbers.pop() ?? SECTOR_MAX
    found.push(...numbers)
  }
  return found
}

async function following(sector: number, table: readonly number[], sectors: Sectors): Promise<number> {
  const perSector = sectors.size / 4
  const place = table[Math.floor(sector / perSector)]
  if (place === undefined || place >= SECTOR_MAX) return SECTOR_MAX
  return numbersIn(await sectors.read(place))[sector % perSector] ?? SECTOR_MAX
}

const numbersIn = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4))

const DIRECTORY_END = Buffer.from('PK\u0005\u0006', 'latin1')
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END_BYTES = 22
const ZIP_ENTRY_BYTES = 46
/** A comment may follow the directory's end. */
const COMMENT_MAX_BYTES = 65_535
/** Thousands of parts; documents have some dozen. */
const DIRECTORY_MAX_BYTES = 2_000_000

/** A Word document without macros, by the names in the zip directory (ISO/IEC 29500). Nothing is unpacked: zip bombs are harmless. */
async function isDocx(source: ByteSource): Promise<boolean> {
  const names = await zipEntryNames(source)
  return (
    names.has('[content_types].xml') &&
    names.has('word/document.xml') &&
    ![...names].some((name) => name.endsWith('vbaproject.bin'))
  )
}

/** Lower case, as readers compare them; empty for a broken directory. */
async function zipEntryNames(source: ByteSource): Promise<Set<string>> {
  const tailStart = Math.max(0, source.size - DIRECTORY_END_BYTES - COMMENT_MAX_BYTES)
  const tail = await source.at(tailStart, DIRECTORY_END_BYTES + COMMENT_MAX_BYTES)
  const end = tail.lastIndexOf(DIRECTORY_END)
  if (end === -1 || end + DIRECTORY_END_BYTES > tail.length) return new Set()
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (length > DIRECTORY_MAX_BYTES || start + length > tailStart + end) return new Set()
  return namesIn(await source.at(start, length))
}

function namesIn(directory: Buffer): Set<string> {
  const names = new Set<string>()
  let at = 0
  while (at + ZIP_ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameLength = directory.readUInt16LE(at + 28)
    names.add(directory.toString('utf8', at + ZIP_ENTRY_BYTES, at + ZIP_ENTRY_BYTES + nameLength).toLowerCase())
    at += ZIP_ENTRY_BYTES + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}

/** Videos are rare, and a hostile one must not use every core. */
const queue = createConcurrencyLimiter({ concurrency: 1, queueLength: 16, retryAfterSeconds: 3 })

/** The tables of three hours at 60 frames per second are about 10 MB. */
const READ_MAX_BYTES = 48_000_000
/** A larger single read follows a forged size. */
const READ_AT_ONCE_MAX_BYTES = 16_000_000
const READS_MAX = 5_000
const HEAP_MAX_MB = 256

interface VideoLimits {
  /** Parsing only; then the video is refused. */
  parseMaxMs: number
  /** Including thread start and storage; then the service is unavailable. */
  allMaxMs: number
}
const LIMITS: VideoLimits = { parseMaxMs: 5_000, allMaxMs: 20_000 }

const SIDE_MIN_PX = 16
const SIDE_MAX_PX = 16_384
const SECONDS_MIN = 0.04
const SECONDS_MAX = 24 * 60 * 60

const TYPES = { mp4: 'video/mp4', quicktime: 'video/quicktime', webm: 'video/webm' } as const

const message = v.union([
  v.object({ read: v.object({ id: v.number(), position: v.number(), length: v.number() }) }),
  v.object({
    facts: v.nullable(
      v.object({
        container: v.picklist(['mp4', 'quicktime', 'webm']),
        width: v.number(),
        height: v.number(),
        seconds: v.number(),
      }),
    ),
  }),
])

type VideoFacts = { container: keyof typeof TYPES; width: number; height: number; seconds: number }

/**
 * By its tracks, which must have plausible sizes and durations. Parses in a separate thread with limits of time, memory and bytes.
 * @returns null for anything else, and past a limit
 * @throws ApiError `too-many-requests` for a full queue, `service-unavailable` when thread or storage are late; errors of the source
 */
export async function videoTypeOf(source: ByteSource, limits = LIMITS): Promise<WorkSampleMediaType | null> {
  const facts = await queue.run(() => readFacts(source, limits))
  return facts && isPlausible(facts) ? TYPES[facts.container] : null
}

const isPlausible = ({ width, height, seconds }: VideoFacts): boolean =>
  [width, height].every((side) => side >= SIDE_MIN_PX && side <= SIDE_MAX_PX) &&
  seconds >= SECONDS_MIN &&
  seconds <= SECONDS_MAX

/** Excludes the time that the parser waits for the storage. */
class ParseTime {
  #timer: NodeJS.Timeout | undefined
  #left: number
  #since = 0
  #reads = 0

  constructor(
    milliseconds: number,
    private readonly end: () => void,
  ) {
    this.#left = milliseconds
  }

  beginRead(): void {
    this.#reads += 1
    if (this.#reads > 1) return
    clearTimeout(this.#timer)
    // The clock starts with the first read.
    if (this.#since > 0) this.#left -= performance.now() - this.#since
  }

  endRead(): void {
    this.#reads -= 1
    if (this.#reads > 0) return
    this.#since = performance.now()
    this.#timer = setTimeout(this.end, Math.max(0, this.#left))
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

interface Bounds {
  limits: VideoLimits
  /** When the parser exceeds its time. */
  refuse: () => void
  /** When thread and storage exceed theirs. */
  giveUp: () => void
}

/** For the worker, within the limits. */
function reader(source: ByteSource, { limits, refuse, giveUp }: Bounds) {
  const time = new ParseTime(limits.parseMaxMs, refuse)
  const whole = setTimeout(giveUp, limits.allMaxMs)
  let [bytes, reads] = [0, 0]
  return {
    async read(position: number, length: number): Promise<Buffer | null> {
      bytes += length
      reads += 1
      if (length > READ_AT_ONCE_MAX_BYTES || bytes > READ_MAX_BYTES || reads > READS_MAX) return null
      time.beginRead()
      try {
        return await source.at(position, length)
      } finally {
        time.endRead()
      }
    },
    stop(): void {
      time.stop()
      clearTimeout(whole)
    },
  }
}

async function readFacts(source: ByteSource, limits: VideoLimits): Promise<VideoFacts | null> {
  const worker = new Worker(new URL('./video-worker.mjs', import.meta.url), {
    workerData: { size: source.size },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB, maxYoungGenerationSizeMb: 32 },
    env: {},
    stdout: true,
    stderr: true,
  })
  let stop = (): void => {}
  try {
    return await new Promise<VideoFacts | null>((resolve, reject) => {
      const refuse = (): void => resolve(null)
      const giveUp = (): void =>
        reject(new ApiError('service-unavailable', { cause: new Error('Reading a video timed out.') }))
      const bytes = reader(source, { limits, refuse, giveUp })
      stop = () => bytes.stop()
      worker.once('error', refuse)
      worker.once('exit', refuse)
      worker.on('message', (received: unknown) => {
        const { success, output } = v.safeParse(message, received)
        if (!success) return refuse()
        if ('facts' in output) return resolve(output.facts)
        const { id, position, length } = output.read
        return void bytes
          .read(position, length)
          .then((found) => (found === null ? refuse() : answer(worker, id, found)))
          .catch(reject)
      })
    })
  } finally {
    stop()
    await worker.terminate()
  }
}

/** Transfers the bytes instead of copying them, where possible. */
function answer(worker: Worker, id: number, bytes: Buffer): void {
  const { buffer } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
  worker.postMessage({ id, bytes }, isWhole ? [buffer] : [])
}
