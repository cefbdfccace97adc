import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import type { WorkSampleMediaType } from '../../../contract/work-sample-types'
import { createConcurrencyLimiter } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import type { ByteSource } from './detect-type'

/** One at a time: videos are rare, and a hostile one must not use every core. */
const queue = createConcurrencyLimiter({ concurrency: 1, queueLength: 16, retryAfterSeconds: 3 })

/** The tables of three hours at 60 frames per second have about 10 MB. */
const READ_MAX_BYTES = 48_000_000
/** A parser that asks for more at once follows a forged size. */
const READ_AT_ONCE_MAX_BYTES = 16_000_000
const READS_MAX = 5_000
const HEAP_MAX_MB = 256

interface VideoLimits {
  /** Time for parsing alone; afterwards the video is refused. */
  parseMaxMs: number
  /** Time including the start of the thread and the storage; afterwards the service is unavailable. */
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
 * Detects the type of a video by its tracks, which must have plausible sizes and durations. Parses in a thread of its own, with
 * limits of time, memory and bytes.
 * @returns null for anything else, and past a limit
 * @throws ApiError `too-many-requests` while many wait, `service-unavailable` when thread or storage are late; errors of the source
 */
export async function videoTypeOf(source: ByteSource, limits = LIMITS): Promise<WorkSampleMediaType | null> {
  const facts = await queue.run(() => readFacts(source, limits))
  return facts && isPlausible(facts) ? TYPES[facts.container] : null
}

const isPlausible = ({ width, height, seconds }: VideoFacts): boolean =>
  [width, height].every((side) => side >= SIDE_MIN_PX && side <= SIDE_MAX_PX) &&
  seconds >= SECONDS_MIN &&
  seconds <= SECONDS_MAX

/** Limits the parser's time, without the time it waits for the storage. */
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
  /** Called when the parser exceeds its time. */
  refuse: () => void
  /** Called when thread and storage exceed theirs. */
  giveUp: () => void
}

/** Reads for the worker, within the limits. */
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

/** Transfers the bytes instead of copying them, where possible. */
function answer(worker: Worker, id: number, bytes: Buffer): void {
  const { buffer } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
  worker.postMessage({ id, bytes }, isWhole ? [buffer] : [])
}
