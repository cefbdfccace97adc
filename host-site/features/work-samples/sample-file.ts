import { FILE_NAME_MAX_CHARS } from '../../../contract/limits'
import type { WorkSample } from '../../../contract/schemas/work-samples'
import { workSampleKinds, type WorkSampleType, workSampleTypes } from '../../../contract/work-sample-types'
import { formatBytes } from '../../lib/format'
import type { CallFailure } from '../../lib/site-api'
import { waitText } from '../assessment/texts'

/**
 * - `waiting`: for a login
 * - `queued`: its turn comes
 * - `sending`
 * - `paused`: it goes on by itself, as when the network is back
 * - `failed`: it does not go on by itself; `problem` says why
 * - `interrupted`: the server has a part of it, this page has no file
 * - `ready`: the server has it, and has checked it
 */
type SampleStatus = 'waiting' | 'queued' | 'sending' | 'paused' | 'failed' | 'interrupted' | 'ready'

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

const types: readonly WorkSampleType[] = workSampleTypes

/** What a device says about a file. */
type ChosenFile = Pick<File, 'name' | 'type' | 'size'>

/** Why a file would be refused, before any of it is sent; empty when nothing is known against it. The server decides. */
export function checkFile({ name, type, size }: ChosenFile): string {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  const kind = (types.find((one) => one.type === type) ?? types.find(({ endings }) => endings.includes(ending)))?.kind
  if (!kind) return `This is another kind of file. Work samples can be ${titles()}.`
  const { title, maxBytes } = workSampleKinds[kind]
  if (size === 0) return 'This file is empty.'
  if (size > maxBytes) return `This file has ${formatBytes(size)}. For ${title} the limit is ${formatBytes(maxBytes)}.`
  if (name.length > FILE_NAME_MAX_CHARS)
    return `The name of this file is longer than ${FILE_NAME_MAX_CHARS} characters.`
  return ''
}

/** `Images (JPEG, PNG) up to 20 MB`, and the other kinds. */
export const limitTexts: readonly string[] = Object.entries(workSampleKinds).map(([kind, { title, maxBytes }]) => {
  const names = types.filter((one) => one.kind === kind).map((one) => one.title)
  return `${title.charAt(0).toUpperCase()}${title.slice(1)} (${names.join(', ')}) up to ${formatBytes(maxBytes)}`
})

const titles = (): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(types.map(({ title }) => title))

export const workSampleTexts = {
  offline: 'The server cannot be reached. It goes on by itself as soon as it can.',
  trouble: 'The server cannot take it right now. It goes on by itself.',
  unreadable: 'Your device does not let this page read the file any more. Please remove it here and choose it again.',
  removed: 'This file was removed somewhere else while it was sent.',
  notListed: 'The list of your files could not be loaded.',
  notRemoved: 'This file could not be removed. Please try again.',
  noLink: 'This file could not be opened. Please try again.',
  other: 'This is not the file that was begun. Choose that one, or remove it here and add the new one.',
  twice: 'This file is in the list already.',
  failed: 'This file could not be uploaded. Please try again.',
} as const

/** What a file that waits waits for. */
export function pauseText({ code, retryAfterSeconds }: CallFailure): string {
  if (code === '') return workSampleTexts.offline
  if (retryAfterSeconds === null || retryAfterSeconds < 60) return workSampleTexts.trouble
  return `The server takes no more files for now. It goes on by itself in ${waitText(retryAfterSeconds)}.`
}
