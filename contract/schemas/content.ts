import * as v from 'valibot'
import type { contentEndpoints } from '../endpoints/content'
import { secureContent } from '../entities'
import { CONTENT_ID_MAX_CHARS } from '../limits'
import type { SchemasFor } from './schema'

export const contentSchemas = {
  getSecureContent: {
    input: v.object({
      contentId: v.pipe(
        v.string('invalid-field-type'),
        v.trim(),
        v.nonEmpty('required-field-missing'),
        v.maxLength(CONTENT_ID_MAX_CHARS, 'content-not-found'),
      ),
    }),
    output: secureContent,
  },
} satisfies SchemasFor<typeof contentEndpoints>
