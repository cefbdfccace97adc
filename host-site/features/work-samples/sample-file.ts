import type { WorkSample } from '../../../contract/schemas/work-samples'

/**
 * - `waiting`: for a login
 * - `queued`: its turn comes
 * - `sending`
 * - `paused`: it goes on by itself, as when the network is back
 * - `failed`: it does not go on by itself; `problem` says why
 * - `interrupted`: the server has a part of it, this page has no file
 * - `ready`: the server has it, and has checked it
 */
export type SampleStatus = 'waiting' | 'queued' | 'sending' | 'paused' | 'failed' | 'interrupted' | 'ready'

/** A file of the list. */
export interface SampleFile {
  /** Ours, for as long as the page lives. */
  key: string
  /** Null until the server has a place for it. */
  sampleId: string | null
  name: string
  sizeBytes: number
  sentBytes: number
  status: SampleStatus
  problem: string
  /** False for a file that would be refused again. */
  mayRetry: boolean
}

/** Of what a page that is left would lose. */
const UNFINISHED: ReadonlySet<SampleStatus> = new Set(['waiting', 'queued', 'sending', 'paused'])

export const isUnfinished = ({ status }: SampleFile): boolean => UNFINISHED.has(status)

/** A file that the server told us of. */
const fromServer = (sample: WorkSample, key = sample.id): SampleFile => ({
  key,
  ...progressOf(sample),
  problem: '',
  mayRetry: true,
  status: sample.status === 'ready' ? 'ready' : 'interrupted',
})

/** How far the server has it. */
export const progressOf = ({ id, name, sizeBytes, receivedBytes }: WorkSample) => ({
  sampleId: id,
  name,
  sizeBytes,
  sentBytes: receivedBytes,
})

/** The list as the server has it now; files of this page that are still on their way keep their place. */
export function merge(files: readonly SampleFile[], samples: readonly WorkSample[]): SampleFile[] {
  const own = files.filter((file) => isUnfinished(file) || file.status === 'failed')
  const ownIds = new Set(own.map(({ sampleId }) => sampleId))
  const keys = new Map(files.map(({ sampleId, key }) => [sampleId, key]))
  const listed = samples
    .filter((sample) => !ownIds.has(sample.id) && !own.some((file) => isItsPlace(file, sample)))
    .map((sample) => fromServer(sample, keys.get(sample.id)))
  return [...listed, ...own]
}

/** Whether a file that is just being announced may have got this place. */
const isItsPlace = ({ sampleId, name, sizeBytes }: SampleFile, sample: WorkSample): boolean =>
  sampleId === null && sample.receivedBytes === 0 && sample.name === name && sample.sizeBytes === sizeBytes

/** Changes with what the server may answer differently. */
export const versionOf = (files: readonly SampleFile[]): string =>
  files.map(({ key, sampleId, status }) => `${key} ${sampleId} ${status}`).join()
