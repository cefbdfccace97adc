import { WORK_SAMPLE_DOCUMENT_MAX_BYTES, WORK_SAMPLE_IMAGE_MAX_BYTES, WORK_SAMPLE_VIDEO_MAX_BYTES } from './limits'

/** The kinds of work samples, with the size limit of each. */
export const workSampleKinds = {
  image: { title: 'images', maxBytes: WORK_SAMPLE_IMAGE_MAX_BYTES },
  video: { title: 'videos', maxBytes: WORK_SAMPLE_VIDEO_MAX_BYTES },
  document: { title: 'documents', maxBytes: WORK_SAMPLE_DOCUMENT_MAX_BYTES },
} as const

export type WorkSampleKind = keyof typeof workSampleKinds

export interface WorkSampleType {
  /** Media type. */
  type: string
  kind: WorkSampleKind
  title: string
  /** File extensions without the dot, the usual one first. */
  endings: readonly string[]
}

/** The file types of work samples (seed 000 section 2: images, videos, PDF, DOC, DOCX). */
export const workSampleTypes = [
  { type: 'image/jpeg', kind: 'image', title: 'JPEG', endings: ['jpg', 'jpeg'] },
  { type: 'image/png', kind: 'image', title: 'PNG', endings: ['png'] },
  { type: 'image/webp', kind: 'image', title: 'WebP', endings: ['webp'] },
  { type: 'image/gif', kind: 'image', title: 'GIF', endings: ['gif'] },
  { type: 'image/avif', kind: 'image', title: 'AVIF', endings: ['avif'] },
  { type: 'video/mp4', kind: 'video', title: 'MP4', endings: ['mp4', 'm4v'] },
  { type: 'video/webm', kind: 'video', title: 'WebM', endings: ['webm'] },
  { type: 'video/quicktime', kind: 'video', title: 'MOV', endings: ['mov', 'qt'] },
  { type: 'application/pdf', kind: 'document', title: 'PDF', endings: ['pdf'] },
  { type: 'application/msword', kind: 'document', title: 'DOC', endings: ['doc'] },
  {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    kind: 'document',
    title: 'DOCX',
    endings: ['docx'],
  },
] as const satisfies readonly WorkSampleType[]

export type WorkSampleMediaType = (typeof workSampleTypes)[number]['type']

/**
 * Megapixels of an image, all frames together: a JPEG is scaled while it is decoded; others are decoded fully, an AVIF
 * at ten times the cost of a PNG. A frame counts as 10,000 pixels at least.
 */
export const imageMaxMegapixels = {
  'image/jpeg': 50,
  'image/png': 25,
  'image/webp': 25,
  'image/gif': 12.5,
  'image/avif': 12.5,
} as const satisfies Partial<Record<WorkSampleMediaType, number>>

/** The file types offered in a browser's dialog. */
export const workSampleAccept = workSampleTypes.flatMap(({ type, endings }): string[] =>
  [type as string].concat(endings.map((ending) => `.${ending}`)),
)
