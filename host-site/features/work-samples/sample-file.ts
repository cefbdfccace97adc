import { FILE_NAME_MAX_CHARS } from '../../../contract/limits'
import type { WorkSample } from '../../../contract/schemas/work-samples'
import { workSampleKinds, type WorkSampleType, workSampleTypes } from '../../../contract/work-sample-types'
import { formatBytes } from '../../lib/format'
import type { CallFailure } from '../../lib/site-api'
import { waitText } from '../assessment/texts'

/**
 * - `waiting`: needs a login
 * - `queued`: not its turn yet
 * - `sending`
 * - `paused`: resumes automatically, as when the network is back
 * - `failed`: does not resume automatically; `problem` says why
 * - `interrupted`: the server has a part of it, this page has no file
 * - `ready`: the server has stored and checked it
 */
type SampleStatus = 'waiting' | 'queued' | 'sending' | 'paused' | 'failed' | 'interrupted' | 'ready'

export interface SampleFile {
  /** Known to this page only. */
  key: string
  /** Null until the server has registered it. */
  sampleId: string | null
  name: string
  sizeBytes: number
  sentBytes: number
  status: SampleStatus
  problem: string
  /** False if the server would refuse it again. */
  mayRetry: boolean
}

/** Statuses that leaving the page would lose. */
const UNFINISHED: ReadonlySet<SampleStatus> = new Set(['waiting', 'queued', 'sending', 'paused'])

export const isUnfinished = ({ status }: SampleFile): boolean => UNFINISHED.has(status)

const fromServer = (sample: WorkSample, key = sample.id): SampleFile => ({
  key,
  ...progressOf(sample),
  problem: '',
  mayRetry: true,
  status: sample.status === 'ready' ? 'ready' : 'interrupted',
})

export const progressOf = ({ id, name, sizeBytes, receivedBytes }: WorkSample) => ({
  sampleId: id,
  name,
  sizeBytes,
  sentBytes: receivedBytes,
})

/** Takes the server's list; unfinished files of this page keep their place. */
export function merge(files: readonly SampleFile[], samples: readonly WorkSample[]): SampleFile[] {
  const own = files.filter((file) => isUnfinished(file) || file.status === 'failed')
  const ownIds = new Set(own.map(({ sampleId }) => sampleId))
  const keys = new Map(files.map(({ sampleId, key }) => [sampleId, key]))
  const listed = samples
    .filter((sample) => !ownIds.has(sample.id) && !own.some((file) => isItsPlace(file, sample)))
    .map((sample) => fromServer(sample, keys.get(sample.id)))
  return [...listed, ...own]
}

/** Whether this sample may belong to a file whose registration is pending. */
const isItsPlace = ({ sampleId, name, sizeBytes }: SampleFile, sample: WorkSample): boolean =>
  sampleId === null && sample.receivedBytes === 0 && sample.name === name && sample.sizeBytes === sizeBytes

/** Changes whenever the server's list may differ. */
export const versionOf = (files: readonly SampleFile[]): string =>
  files.map(({ key, sampleId, status }) => `${key} ${sampleId} ${status}`).join()

const types: readonly WorkSampleType[] = workSampleTypes

/** Photos of iPhones. The image library has no decoder for them, so the person gets advice. */
const HEIC_TYPE = /^image\/hei[cf]/u
const HEIC_ENDINGS: ReadonlySet<string> = new Set(['heic', 'heif', 'hif'])

type ChosenFile = Pick<File, 'name' | 'type' | 'size'>

/** Client-side check before sending; the server decides. Empty if nothing is wrong. */
export function checkFile({ name, type, size }: ChosenFile): string {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  const kind = (types.find((one) => one.type === type) ?? types.find(({ endings }) => endings.includes(ending)))?.kind
  if (!kind && (HEIC_TYPE.test(type) || HEIC_ENDINGS.has(ending))) return workSampleTexts.heic
  if (!kind) return `This type of file is not supported. Work samples can be ${titles()}.`
  const { title, maxBytes } = workSampleKinds[kind]
  if (size === 0) return 'This file is empty.'
  if (size > maxBytes) return `This file is ${formatBytes(size)}. The limit for ${title} is ${formatBytes(maxBytes)}.`
  if (name.length > FILE_NAME_MAX_CHARS)
    return `The name of this file is longer than ${FILE_NAME_MAX_CHARS} characters. Rename it and try again.`
  return ''
}

/** Such as `Images (JPEG, PNG) up to 20 MB`. */
export const limitTexts: readonly string[] = Object.entries(workSampleKinds).map(([kind, { title, maxBytes }]) => {
  const names = types.filter((one) => one.kind === kind).map((one) => one.title)
  return `${title.charAt(0).toUpperCase()}${title.slice(1)} (${names.join(', ')}) up to ${formatBytes(maxBytes)}`
})

const titles = (): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(types.map(({ title }) => title))

export const workSampleTexts = {
  offline: 'The server cannot be reached. The upload resumes automatically.',
  trouble: 'The server cannot accept it right now. The upload resumes automatically.',
  unreadable: 'This page can no longer read the file. Please remove it here and choose it again.',
  removed: 'This file was removed elsewhere while it was uploading.',
  notListed: 'Your list of files could not be loaded.',
  notRemoved: 'This file could not be removed. Please try again.',
  noLink: 'This file could not be opened. Please try again.',
  other: 'This is a different file. Choose the original one, or remove it here and add the new one.',
  heic: 'HEIC can’t be shown everywhere. On the iPhone, share the photo, tap Options > Most Compatible, and add the JPEG.',
  twice: 'This file is already in the list.',
  failed: 'This file could not be uploaded. Please try again.',
} as const

/** Why an upload is paused. */
export function pauseText({ code, retryAfterSeconds }: CallFailure): string {
  if (code === '') return workSampleTexts.offline
  if (retryAfterSeconds === null || retryAfterSeconds < 60) return workSampleTexts.trouble
  return `The server can’t accept files right now. The upload resumes automatically in ${waitText(retryAfterSeconds)}.`
}
