import type { WorkSample } from '../../../contract/schemas/work-samples'
import type { CallFailure, SiteApi } from '../../lib/site-api'
import { fingerprintOf } from './fingerprint'
import { FIRST_PART_BYTES, nextPartBytes } from './part-size'
import { backOffSeconds } from './pause'
import { workSampleTexts } from './texts'

export interface SendFileDeps {
  api: Pick<SiteApi, 'call' | 'upload'>
  /** Milliseconds, to measure with. */
  now: () => number
}

export interface Sending {
  attemptId: string
  file: File
  /** Of a file that the server has a place for. */
  sampleId: string | null
  /** Stops it. */
  signal: AbortSignal
  onProgress: (sample: WorkSample) => void
  /** Waits so long, less if there is a reason to try at once. */
  pause: (seconds: number, why: CallFailure) => Promise<void>
}

export type SendOutcome =
  | { outcome: 'ready' }
  /** By its signal. */
  | { outcome: 'stopped' }
  /** The place was begun with another file. */
  | { outcome: 'other' }
  /** `isGone`: the server keeps nothing of it. */
  | { outcome: 'refused'; problem: string; mayRetry: boolean; isGone: boolean }

/** What the server's refusals ask for; any other ends it. */
const REACTIONS: Readonly<Record<string, 'wait' | 'look' | 'anew'>> = {
  '': 'wait',
  'too-many-requests': 'wait',
  'service-unavailable': 'wait',
  'unknown-error': 'wait',
  'wrong-offset': 'look',
  'work-sample-not-found': 'anew',
}

/** The file itself is at fault, and the server keeps nothing of it. */
const FINAL: ReadonlySet<string> = new Set(['unsupported-file-type', 'too-many-pixels', 'work-sample-too-large'])

/**
 * Sends a file in parts until the server has all of it. After a failure it asks how far the server is, and goes on there. It
 * never rejects.
 */
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
    // What the server says twice in a row would not change by asking at once.
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

/** Where the file belongs on the server: the place it has, or a new one. */
function createPlace({ api }: Pick<SendFileDeps, 'api'>, { attemptId, file, ...sending }: Sending) {
  let { sampleId } = sending
  let wasAnnounced = false
  const announced = { name: file.name, type: file.type, sizeBytes: file.size }
  const print = fingerprintOf(file)

  /** An announcement whose answer was lost has left a place that nothing has been sent to. */
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
    // Refused is refused: nothing was left behind.
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

/** Sends the part that comes next. Null when the device does not hand out the file. */
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
