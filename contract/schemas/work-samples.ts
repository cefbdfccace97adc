import * as v from 'valibot'
import type { workSampleEndpoints } from '../endpoints/work-samples'
import { FILE_NAME_MAX_CHARS, WORK_SAMPLE_VIDEO_MAX_BYTES } from '../limits'
import type { SchemasFor } from './schema'

const workSample = v.object({
  id: v.string(),
  /** File name on the holder's device. */
  name: v.string(),
  /** As announced, so that a device recognizes the file; null without one. */
  fingerprint: v.nullable(v.string()),
  /** Media type: as announced until it is ready, then that of the stored file. */
  type: v.string(),
  /** Size of the whole file: as announced until it is ready, then of the stored file. */
  sizeBytes: v.number(),
  /** Offset of the next part. */
  receivedBytes: v.number(),
  status: v.picklist(['receiving', 'ready']),
  createdAt: v.string(),
})

/** Without a path, and without marks that could reorder the letters of its extension. */
const name = v.pipe(
  v.string('invalid-field-type'),
  v.transform((value) => value.split(/[/\\]/u).at(-1) ?? ''),
  v.transform((value) => value.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '').trim()),
  v.nonEmpty('required-field-missing'),
  v.maxLength(FILE_NAME_MAX_CHARS, 'field-limit-exceeded'),
  v.check((value) => !/[\p{Cc}\p{Surrogate}]/u.test(value), 'invalid-field-value'),
)

const sizeBytes = v.pipe(
  v.number('invalid-field-type'),
  v.safeInteger('invalid-field-value'),
  v.minValue(1, 'required-field-missing'),
)

const offset = v.pipe(
  v.string('invalid-field-type'),
  v.regex(/^\d{1,12}$/u, 'invalid-field-value'),
  v.transform(Number),
  v.maxValue(WORK_SAMPLE_VIDEO_MAX_BYTES, 'invalid-field-value'),
)

const part = v.pipe(
  v.instance(Uint8Array, 'invalid-field-type'),
  v.check(({ length }) => length > 0, 'required-field-missing'),
)

const nothing = v.object({})

export const workSampleSchemas = {
  listWorkSamples: { input: nothing, output: v.object({ samples: v.array(workSample) }) },
  startWorkSample: {
    input: v.object({
      name,
      /** Empty if the device knows none: then the extension decides. */
      type: v.pipe(v.optional(v.string('invalid-field-type'), ''), v.maxLength(200, 'field-limit-exceeded')),
      sizeBytes,
      /** Computed by the device from the content, so that no other file resumes the upload. */
      fingerprint: v.optional(
        v.pipe(v.string('invalid-field-type'), v.regex(/^[0-9a-f]{1,64}$/u, 'invalid-field-value')),
      ),
    }),
    output: workSample,
  },
  getWorkSample: { input: nothing, output: workSample },
  sendWorkSample: { input: v.object({ offset, content: part }), output: workSample },
  deleteWorkSample: { input: nothing, output: v.object({ id: v.string() }) },
  createSampleLink: { input: nothing, output: v.object({ url: v.string(), expiresAt: v.string() }) },
} satisfies SchemasFor<typeof workSampleEndpoints>

export type WorkSample = v.InferOutput<typeof workSample>
