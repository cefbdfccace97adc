import { WORK_SAMPLE_CHUNK_MAX_BYTES } from '../../../contract/limits'
import type { WorkSample } from '../../../contract/schemas/work-samples'
import type { CallFailure, SiteApi } from '../../lib/site-api'
import { workSampleTexts } from './sample-file'

export interface SendFileDeps {
  api: Pick<SiteApi, 'call' | 'upload'>
  /** Milliseconds, for measuring. */
  now: () => number
}

interface Sending {
  attemptId: string
  file: File
  /** Null until the server has registered the file. */
  sampleId: string | null
  signal: AbortSignal
  onProgress: (sample: WorkSample) => void
  /** Waits for the time, or less if there is a reason to retry at once. */
  pause: (seconds: number, why: CallFailure) => Promise<void>
}

export type SendOutcome =
  | { outcome: 'ready' }
  /** Aborted. */
  | { outcome: 'stopped' }
  /** The registered sample belongs to a different file. */
  | { outcome: 'other' }
  /** `isGone`: the server has deleted it. */
  | { outcome: 'refused'; problem: string; mayRetry: boolean; isGone: boolean }

/** How to react to error codes; any other code ends the upload. */
const REACTIONS: Readonly<Record<string, 'wait' | 'look' | 'anew'>> = {
  '': 'wait',
  'too-many-requests': 'wait',
  'server-busy': 'wait',
  'service-unavailable': 'wait',
  'unknown-error': 'wait',
  'wrong-offset': 'look',
  'work-sample-not-found': 'anew',
}

/** The file itself was refused, and the server has deleted it. */
const FINAL: ReadonlySet<string> = new Set(['unsupported-file-type', 'too-many-pixels', 'work-sample-too-large'])

/** Sends a file in parts. After a failure it asks the server for the offset and resumes there. Never rejects. */
export async function sendFile(deps: SendFileDeps, sending: Sending): Promise<SendOutcome> {
  const { signal, onProgress, pause } = sending
  const place = createPlace(deps, sending)
  const sendPart = createSendPart(deps, sending)
  let sample: WorkSample | null = null
  let failures = 0
  while (!signal.aborted) {
    const result: Placed | 'other' | null = sample ? await sendPart(sample) : await place.find()
    if (result === null) return refused(workSampleTexts.unreadable, { mayRetry: false })
    if (result === 'other') return { outcome: 'other' }
    if (result.success) {
      sample = result.data
      failures = 0
      onProgress(sample)
      if (sample.status === 'ready') return { outcome: 'ready' }
      continue
    }
    if (signal.aborted) break
    const reaction = REACTIONS[result.code]
    if (!reaction) return refusal(result)
    if (reaction === 'anew' && sample) return refused(workSampleTexts.removed, { isGone: true })
    failures += 1
    sample = null
    if (reaction === 'anew') place.forget()
    // A repeated error would not change by retrying at once.
    if (reaction !== 'wait' && failures === 1) continue
    await pause(result.retryAfterSeconds ?? backOffSeconds(failures), result)
  }
  return { outcome: 'stopped' }
}

const refused = (problem: string, { mayRetry = true, isGone = false } = {}): SendOutcome => ({
  outcome: 'refused',
  problem,
  mayRetry,
  isGone,
})

function refusal({ code, error }: CallFailure): SendOutcome {
  const isFinal = FINAL.has(code)
  return refused(error || workSampleTexts.failed, { mayRetry: !isFinal, isGone: isFinal })
}

type Placed = { success: true; data: WorkSample } | CallFailure

/** The registered sample of the file, or a new one. */
function createPlace({ api }: Pick<SendFileDeps, 'api'>, { attemptId, file, ...sending }: Sending) {
  let { sampleId } = sending
  let wasAnnounced = false
  const announced = { name: file.name, type: file.type, sizeBytes: file.size }
  const print = fingerprintOf(file)

  /** A registration whose response was lost has left an empty sample. */
  async function findLost(): Promise<Placed | null> {
    const result = await api.call('listWorkSamples', { attemptId })
    if (!result.success) return result
    const lost = result.data.samples.find(
      ({ status, name, sizeBytes, receivedBytes }) =>
        status === 'receiving' && receivedBytes === 0 && name === file.name && sizeBytes === file.size,
    )
    return lost ? { success: true, data: lost } : null
  }

  async function take(): Promise<Placed> {
    const lost = wasAnnounced ? await findLost() : null
    if (lost) return lost
    wasAnnounced = true
    const fingerprint = await print
    const result = await api.call('startWorkSample', {
      attemptId,
      ...announced,
      ...(fingerprint !== null && { fingerprint }),
    })
    // An error response means that nothing was registered.
    if (!result.success && result.code !== '') wasAnnounced = false
    return result
  }

  return {
    forget: () => void (sampleId = null),
    async find(): Promise<Placed | 'other'> {
      const result = sampleId === null ? await take() : await api.call('getWorkSample', { sampleId })
      if (!result.success) return result
      sampleId = result.data.id
      const { fingerprint } = result.data
      return fingerprint === null || fingerprint === (await print) ? result : 'other'
    },
  }
}

/** Sends the next part. Null if the device cannot read the file. */
function createSendPart({ api, now }: SendFileDeps, { file, signal }: Sending) {
  let bytes = FIRST_PART_BYTES
  return async ({ id, receivedBytes }: WorkSample): Promise<Placed | null> => {
    const content = await read(file, receivedBytes, bytes)
    if (!content) return null
    const begun = now()
    const result = await api.upload({ sampleId: id, offset: receivedBytes, content }, signal)
    if (result.success) bytes = nextPartBytes(bytes, now() - begun)
    return result
  }
}

async function read(file: File, from: number, bytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const content = new Uint8Array(await file.slice(from, from + bytes).arrayBuffer())
    return content.length > 0 ? content : null
  } catch {
    return null
  }
}

/** Small, so that progress shows early. */
export const FIRST_PART_BYTES = 500_000

const LEAST_BYTES = 125_000
const [QUICK_MS, SLOW_MS] = [1_000, 4_000]

/** Fewer requests on a fast connection, steady progress on a slow one. */
export function nextPartBytes(bytes: number, tookMs: number): number {
  if (tookMs < QUICK_MS) return Math.min(WORK_SAMPLE_CHUNK_MAX_BYTES, bytes * 2)
  return tookMs > SLOW_MS ? Math.max(LEAST_BYTES, Math.floor(bytes / 2)) : bytes
}

/** Waits, or less if the network returns or the signal aborts. */
export type Pause = (seconds: number, signal: AbortSignal) => Promise<void>

export const createPause =
  (window: Window): Pause =>
  (seconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const ended = new AbortController()
      const end = () => {
        window.clearTimeout(timer)
        ended.abort()
        resolve()
      }
      const timer = window.setTimeout(end, seconds * 1000)
      window.addEventListener('online', end, { signal: ended.signal })
      signal.addEventListener('abort', end, { signal: ended.signal })
    })

const LONGEST_SECONDS = 30

/** Seconds before the retry after so many failures: 1, 2, 4 … 30. */
export const backOffSeconds = (failures: number): number => Math.min(LONGEST_SECONDS, 2 ** (failures - 1))

const PIECE_BYTES = 65_536

/**
 * Identifies a file again on any device, by hashes of its beginning, middle and end. Not a secret.
 * @returns hexadecimal; null if the device cannot read the file
 */
async function fingerprintOf(file: Blob): Promise<string | null> {
  const starts = [0, Math.floor((file.size - PIECE_BYTES) / 2), file.size - PIECE_BYTES]
  try {
    const pieces = await Promise.all(
      starts.map((at) => file.slice(Math.max(0, at), Math.max(0, at) + PIECE_BYTES).arrayBuffer()),
    )
    return pieces.map((piece) => hashOf(new Uint8Array(piece))).join('')
  } catch {
    return null
  }
}

/** FNV-1a, 32 bits. */
function hashOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
