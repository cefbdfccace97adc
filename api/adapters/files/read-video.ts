import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import type { WorkSampleMediaType } from '../../../contract/work-sample-types'
import { ApiError } from '../../lib/errors'
import { createConcurrencyLimiter } from '../../lib/concurrency'
import type { ByteSource } from './byte-source'

/** One at a time: films come rarely, and a hostile one must not take every core. */
const queue = createConcurrencyLimiter({ concurrency: 1, queueLength: 16, retryAfterSeconds: 3 })

/** Tables of three hours at 60 pictures a second have some 10 MB. */
const READ_MAX_BYTES = 48_000_000
/** In one go: what asks for more follows a size that somebody made up. */
const READ_AT_ONCE_MAX_BYTES = 16_000_000
const READS_MAX = 5_000
const HEAP_MAX_MB = 256

export interface VideoLimits {
  /** A parser that is not done by then, without the waiting for its bytes, is ended, and the film refused. */
  parseMaxMs: number
  /** The same with the start of its thread and the storage: what is late then is no fault of the film. */
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
 * What a film is by its tracks: one with pictures, of a plausible size and duration. Read in a thread of its own, within bounds
 * of time, memory and bytes.
 * @returns null for anything else, and for what takes more than it may
 * @throws ApiError `too-many-requests` when many wait, `service-unavailable` when thread or storage are late; what the source throws
 */
export async function videoTypeOf(source: ByteSource, limits = LIMITS): Promise<WorkSampleMediaType | null> {
  const facts = await queue.run(() => readFacts(source, limits))
  return facts && isPlausible(facts) ? TYPES[facts.container] : null
}

const isPlausible = ({ width, height, seconds }: VideoFacts): boolean =>
  [width, height].every((side) => side >= SIDE_MIN_PX && side <= SIDE_MAX_PX) &&
  seconds >= SECONDS_MIN &&
  seconds <= SECONDS_MAX

/** Measures what a parser takes, without the time in which it waits for the storage. */
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
    // The first read begins it.
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
  /** Called when the parser takes longer than it may. */
  refuse: () => void
  /** Called when thread and storage do. */
  giveUp: () => void
}

/** Gives a worker the bytes that it asks for, as far as the limits go. */
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
        reject(new ApiError('service-unavailable', { cause: new Error('Reading a film was late.') }))
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

/** Given away rather than copied where that is possible: this thread has others to serve. */
function answer(worker: Worker, id: number, bytes: Buffer): void {
  const { buffer } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
  worker.postMessage({ id, bytes }, isWhole ? [buffer] : [])
}
