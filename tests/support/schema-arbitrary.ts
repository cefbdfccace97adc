import * as fc from './fast-check'

/** The parts of a schema that describe its values. */
export interface AnySchema {
  type: string
  entries?: Readonly<Record<string, AnySchema>>
  wrapped?: AnySchema
  item?: AnySchema
  value?: AnySchema
  key?: AnySchema
  literal?: unknown
  options?: readonly unknown[]
  pipe?: readonly AnySchema[]
  requirement?: unknown
  getter?: (input: unknown) => AnySchema
}

export const isSchema = (value: unknown): value is AnySchema =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Existing values by field name: IDs, email addresses, codes. */
export type Pools = Readonly<Record<string, readonly unknown[]>>

const files: fc.Arbitrary<unknown> = fc
  .tuple(fc.constantFrom('me.png', '../x', 'a.svg', ''), fc.constantFrom('image/png', 'text/html', ''), fc.uint8Array())
  .map(([name, type, bytes]) => new File([new Uint8Array(bytes)], name, { type }))

const MADE: Readonly<Record<string, (schema: AnySchema, pools: Pools) => fc.Arbitrary<unknown>>> = {
  object: objectOf,
  loose_object: objectOf,
  strict_object: objectOf,
  optional: maybe,
  nullable: (schema, pools) => fc.oneof(maybe(schema, pools), fc.constant(null)),
  nullish: (schema, pools) => fc.oneof(maybe(schema, pools), fc.constant(null)),
  exact_optional: maybe,
  string: (schema) => textOf(schema),
  number: (schema) => numberOf(schema),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  literal: ({ literal }) => fc.constant(literal),
  picklist: ({ options = [] }) => fc.constantFrom(...options),
  array: ({ item }, pools) => fc.array(item ? validFor(item, pools) : fc.jsonValue(), { maxLength: 3 }),
  record: ({ key, value }, pools) =>
    fc
      .array(fc.tuple(key ? validFor(key, pools) : fc.string(), value ? validFor(value, pools) : fc.jsonValue()), {
        maxLength: 3,
      })
      .map((entries) => Object.fromEntries(entries.map(([name, one]) => [String(name), one]))),
  union: oneOf,
  variant: oneOf,
  lazy: ({ getter }, pools) => (getter ? validFor(getter(undefined), pools) : fc.jsonValue()),
  unknown: () => fc.jsonValue({ maxDepth: 2 }),
  any: () => fc.jsonValue({ maxDepth: 2 }),
  // Custom checks: an object in every contract so far.
  custom: () => fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  file: () => files,
  blob: () => files,
  instance: () => fc.uint8Array({ maxLength: 50 }).map((bytes) => new Uint8Array(bytes)),
}

/**
 * Values that a schema accepts or nearly accepts; custom checks are ignored. An unknown kind of schema throws, so that
 * no input stays untested.
 */
export function validFor(schema: AnySchema, pools: Pools): fc.Arbitrary<unknown> {
  const make = MADE[schema.type]
  if (!make) throw new Error(`There is no generator for the schema ${schema.type}.`)
  return make(schema, pools)
}

function objectOf({ entries = {} }: AnySchema, pools: Pools): fc.Arbitrary<unknown> {
  const fields = Object.entries(entries).map(([name, schema]): [string, fc.Arbitrary<unknown>] => {
    const known = pools[name] ?? []
    const made = validFor(schema, pools)
    return [name, known.length > 0 ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, made) : made]
  })
  return fc.record(Object.fromEntries(fields))
}

function maybe({ wrapped }: AnySchema, pools: Pools): fc.Arbitrary<unknown> {
  return fc.option(wrapped ? validFor(wrapped, pools) : fc.jsonValue(), { nil: undefined })
}

function oneOf({ options = [] }: AnySchema, pools: Pools): fc.Arbitrary<unknown> {
  return fc.oneof(...options.filter(isSchema).map((option) => validFor(option, pools)))
}

const rulesOf = ({ pipe = [] }: AnySchema): Readonly<Record<string, unknown>> =>
  Object.fromEntries(pipe.slice(1).map(({ type, requirement, options }) => [type, options ?? requirement ?? true]))

const LONGEST = 12_000

function textOf(schema: AnySchema): fc.Arbitrary<unknown> {
  const { email, url, regex, picklist, max_length: max = 60, min_length: min = 0 } = rulesOf(schema)
  if (Array.isArray(picklist)) return fc.constantFrom<unknown>(...picklist)
  if (email) return fc.emailAddress()
  if (url) return fc.webUrl()
  if (regex instanceof RegExp) return fc.oneof(matching(regex), fc.string({ maxLength: 20 }))
  const [least, most] = [Number(min), Number(max)]
  const long = most <= LONGEST ? [most, most + 1] : [least]
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.string({ unit: 'grapheme', minLength: least, maxLength: Math.max(least, Math.min(most, 30)) }),
    },
    { weight: 1, arbitrary: fc.constantFrom(...long).map((length) => 'x'.repeat(length)) },
  )
}

/** The generator does not support every pattern. */
function matching(regex: RegExp): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(regex)
  } catch {
    return fc.string({ maxLength: 20 })
  }
}

function numberOf(schema: AnySchema): fc.Arbitrary<unknown> {
  const { min_value: min = -1_000, max_value: max = 1_000_000, safe_integer: whole, integer } = rulesOf(schema)
  const [least, most] = [Number(min), Number(max)]
  const edges = fc.constantFrom(least, most, least - 1, most + 1)
  const inside =
    whole || integer ? fc.integer({ min: least, max: most }) : fc.double({ min: least, max: most, noNaN: true })
  return fc.oneof({ weight: 3, arbitrary: inside }, edges)
}
