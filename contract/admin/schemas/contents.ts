import * as v from 'valibot'
import { secureContentTypes } from '../../entities'
import { CONTENT_MAX_CHARS } from '../../limits'
import type { SchemasFor } from '../../schemas/schema'
import type { adminContentEndpoints } from '../endpoints/contents'
import { removedHtml as removed } from './app-settings'

const NAME_MAX_CHARS = 200

const name = v.pipe(
  v.string('invalid-field-type'),
  v.trim(),
  v.nonEmpty('required-field-missing'),
  v.maxLength(NAME_MAX_CHARS, 'field-limit-exceeded'),
)
const type = v.picklist(secureContentTypes, 'invalid-field-value')
const content = v.pipe(v.string('invalid-field-type'), v.maxLength(CONTENT_MAX_CHARS, 'field-limit-exceeded'))

/** `group` is the key of a content group. */
const labels = v.object({ name, group: name, type })

const author = v.nullable(v.string())

/** A draft, or what members get. `version` is for `If-Match`. */
const stateHead = v.object({
  name: v.string(),
  group: v.string(),
  type: v.string(),
  /** Number of characters. */
  length: v.number(),
  version: v.number(),
  changedAt: v.string(),
  /** Null: a file, or before versions existed. */
  author,
})

const state = v.object({ ...stateHead.entries, content: v.string() })

/** Null: never published, or no draft. */
const piece = v.object({ id: v.string(), published: v.nullable(stateHead), draft: v.nullable(stateHead) })

/** HTML as elements: a text, or a tag with attributes and children. */
const nodes = v.array(v.unknown())

const contentVersion = v.object({
  number: v.number(),
  at: v.string(),
  author,
  /** `draft`: another person replaced it, or it was discarded. */
  kind: v.picklist(['published', 'draft']),
  name: v.string(),
  group: v.string(),
  type: v.string(),
  length: v.number(),
})

const nothing = v.object({})

export const adminContentSchemas = {
  listContents: { input: nothing, output: v.array(piece) },
  addContent: { input: labels, output: v.object({ id: v.string(), draft: stateHead }) },
  checkContentHtml: { input: v.object({ content }), output: v.object({ content: v.string(), nodes, removed }) },
  readContent: {
    input: nothing,
    output: v.object({ id: v.string(), published: v.nullable(state), draft: v.nullable(state) }),
  },
  saveContentDraft: {
    input: v.object({ ...labels.entries, content }),
    output: v.object({ id: v.string(), draft: stateHead }),
  },
  discardContentDraft: { input: nothing, output: v.object({ id: v.string() }) },
  publishContent: { input: nothing, output: v.object({ id: v.string(), published: state, removed }) },
  /** Newest first, at most `CONTENT_VERSIONS_MAX`. */
  listContentVersions: { input: nothing, output: v.array(contentVersion) },
  readContentVersion: {
    input: nothing,
    output: v.object({ ...contentVersion.entries, content: v.string(), nodes: v.nullable(nodes) }),
  },
  restoreContentVersion: { input: nothing, output: v.object({ id: v.string(), draft: state }) },
} satisfies SchemasFor<typeof adminContentEndpoints>
