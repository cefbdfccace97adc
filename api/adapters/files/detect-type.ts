import { workSampleTypes } from '../../../contract/work-sample-types'
import type { WorkSampleKind, WorkSampleMediaType } from '../../../contract/work-sample-types'
import type { ByteSource } from './byte-source'
import { isDoc } from './is-doc'
import { isDocx } from './is-docx'
import { videoTypeOf } from './read-video'

/** As much of a beginning as the signatures that are looked for need. */
const HEAD_BYTES = 4_100

const DOC = 'application/msword'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const VIDEOS: ReadonlySet<string | null> = new Set(
  workSampleTypes.filter(({ kind }) => kind === 'video').map(({ type }) => type),
)

/** What a beginning is said to be, and what that is to us; containers are looked into. */
const SIGNATURES: ReadonlyMap<string, WorkSampleMediaType> = new Map<string, WorkSampleMediaType>([
  ...workSampleTypes.map(({ type }) => [type, type] as const),
  ['image/apng', 'image/png'],
  ['video/x-m4v', 'video/mp4'],
  ['application/x-cfb', DOC],
  ['application/zip', DOCX],
])

/**
 * What a file is by its content; null for what nobody takes. Of a film its tracks are read.
 * @throws ApiError `too-many-requests` when many films wait; what the source throws
 */
export async function detectType(source: ByteSource): Promise<WorkSampleMediaType | null> {
  const type = await typeOfHead(source)
  if (type === DOC) return (await isDoc(source)) ? type : null
  if (type === DOCX) return (await isDocx(source)) ? type : null
  if (VIDEOS.has(type)) return (await videoTypeOf(source)) === null ? null : type
  return type
}

/** The same of a file that has only begun to arrive, as far as its beginning tells; undefined while that is too short. */
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
