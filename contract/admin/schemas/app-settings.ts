import * as v from 'valibot'
import { secureContentTypes } from '../../entities'
import { CONTENT_ID_MAX_CHARS, CONTENT_MAX_CHARS } from '../../limits'
import type { SchemasFor } from '../../schemas/schema'
import type { adminSettingsEndpoints } from '../endpoints/app-settings'
import { timeZone } from './figures'
import { listQuery, wholeNumber } from './paging'

const ITEM_KEYS_MAX = 2_000

/** An item as in a file of `apps export`; the server checks it with the whole definition. */
const item = v.pipe(
  v.record(v.string(), v.unknown(), 'invalid-field-type'),
  v.check((fields) => Object.keys(fields).length <= ITEM_KEYS_MAX, 'field-limit-exceeded'),
)

const text = (max: number) =>
  v.pipe(
    v.string('invalid-field-type'),
    v.trim(),
    v.nonEmpty('required-field-missing'),
    v.maxLength(max, 'field-limit-exceeded'),
  )

const version = v.number()
const definition = v.record(v.string(), v.unknown())

const contentHead = v.object({
  id: v.string(),
  name: v.string(),
  /** Key of a content group. */
  group: v.string(),
  type: v.string(),
  /** Number of characters. */
  length: v.number(),
  version,
  changedAt: v.string(),
})

const contentId = v.object({ id: v.pipe(v.string(), v.maxLength(CONTENT_ID_MAX_CHARS)) })
const contentPiece = v.object({ ...contentHead.entries, content: v.string() })

const appVersion = v.object({
  number: v.number(),
  at: v.string(),
  /** Null: before versions existed. */
  author: v.nullable(v.string()),
  /** Top-level parts that changed; empty for the first one. */
  parts: v.array(v.string()),
})

/** Removed by the sanitizer: elements and attributes by name, with their number. */
export const removedHtml = v.array(
  v.object({ kind: v.picklist(['element', 'attribute', 'comment']), name: v.string(), count: v.number() }),
)

/** `version` is the definition's afterwards. `id` is the item's: a copied price has a new one. */
const changed = v.object({ version, id: v.string(), item: v.nullable(definition) })

const nothing = v.object({})

const AMOUNT_MAX_MINOR = 99_999_999

const newApp = v.object({
  name: text(100),
  /** Where the site is, or will be: `https://…`, or `http://` on this machine. */
  siteUrl: text(500),
  offer: v.picklist(['free', 'paid', 'both'], 'invalid-field-value'),
  /** Required unless `offer` is `free`. */
  price: v.optional(
    v.object({
      amountMinor: v.pipe(
        v.number('invalid-field-type'),
        v.integer('invalid-field-value'),
        v.minValue(1, 'invalid-field-value'),
        v.maxValue(AMOUNT_MAX_MINOR, 'invalid-field-value'),
      ),
      currency: v.pipe(v.string('invalid-field-type'), v.toLowerCase(), v.regex(/^[a-z]{3}$/u, 'invalid-field-value')),
      interval: v.picklist(['MONTHLY', 'YEARLY', 'ONETIME'], 'invalid-field-value'),
    }),
  ),
  logIn: v.picklist(['password', 'code', 'both'], 'invalid-field-value'),
  /** Of the days in the app's figures. Default: UTC. */
  timeZone: v.optional(timeZone),
  /** Brand color as `#rrggbb`. */
  color: v.optional(v.pipe(v.string('invalid-field-type'), v.regex(/^#[\da-fA-F]{6}$/u, 'invalid-field-value'))),
  /** URL of an image. */
  logo: v.optional(
    v.pipe(v.string('invalid-field-type'), v.maxLength(2_048, 'field-limit-exceeded'), v.url('invalid-field-value')),
  ),
})

const createdApp = v.object({
  id: v.string(),
  name: v.string(),
  keys: v.object({ test: v.string(), live: v.string() }),
  plans: v.array(v.object({ id: v.string(), name: v.string(), priceId: v.nullable(v.string()) })),
  /** The script tag for pages. */
  scriptTag: v.string(),
})

/** Changes of the items `current`, as for `changeDefinitionItem`; a part that is not sent is shown as it is stored. */
const draft = v.object({ design: v.optional(item), texts: v.optional(item) })

export const adminSettingsSchemas = {
  createApp: { input: newApp, output: createdApp },
  getDefinition: {
    input: nothing,
    output: v.object({ version, definition, contents: v.array(contentHead) }),
  },
  getFieldUse: { input: nothing, output: v.object({ id: v.string(), members: v.number() }) },
  addDefinitionItem: { input: v.object({ item }), output: changed },
  orderDefinitionItems: {
    input: v.object({
      ids: v.pipe(v.array(v.string('invalid-field-type')), v.maxLength(1_000, 'field-limit-exceeded')),
    }),
    output: v.object({ version }),
  },
  retrieveContentPiece: { input: nothing, output: contentPiece },
  saveContentPiece: {
    input: v.object({
      name: text(200),
      group: text(200),
      type: v.picklist(secureContentTypes, 'invalid-field-value'),
      content: v.pipe(v.string('invalid-field-type'), v.maxLength(CONTENT_MAX_CHARS, 'field-limit-exceeded')),
    }),
    output: v.object({ ...contentHead.entries, removed: removedHtml }),
  },
  removeContentPiece: { input: nothing, output: contentId },
  undoContentRemoval: { input: nothing, output: contentId },
  /** Fields of the item to change; null removes an optional one. */
  changeDefinitionItem: { input: v.object({ changes: item }), output: changed },
  removeDefinitionItem: { input: nothing, output: v.object({ version, id: v.string() }) },
  /** Newest first. `hasNextPage` is next to `data`. */
  listVersions: {
    /** `number` of the last version of the previous page. */
    input: listQuery({ before: v.optional(wholeNumber) }),
    output: v.array(appVersion),
  },
  retrieveVersion: { input: nothing, output: v.object({ ...appVersion.entries, definition }) },
  restoreVersion: { input: nothing, output: v.object({ version }) },
  /** `key` takes the place of the public key in the install tag, only for reads. */
  createPreviewKey: { input: draft, output: v.object({ id: v.string(), key: v.string(), expiresAt: v.string() }) },
  changePreviewDraft: { input: draft, output: v.object({ id: v.string(), expiresAt: v.string() }) },
} satisfies SchemasFor<typeof adminSettingsEndpoints>
