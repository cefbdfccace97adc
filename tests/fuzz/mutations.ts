import * as fc from '../support/fast-check'

/** Troublesome parts: characters with a meaning to parsers, numbers at a limit, and names of built-in properties. */
const STUMBLING = [
  '\0',
  '\r\n',
  '\n\n',
  '"',
  "'",
  '\\',
  '<',
  '>',
  '&',
  '%',
  '%00',
  '%zz',
  '%2e%2e%2f',
  '../',
  ';',
  ',',
  '=',
  ':',
  '{',
  '}',
  '[',
  ']',
  '()',
  '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[',
  '{"a":{"a":{"a":{"a":',
  '__proto__',
  'constructor',
  'prototype',
  '{"__proto__":{"polluted":1}}',
  'toString',
  'length',
  '-1',
  '0',
  '00',
  '1e999',
  '-0',
  '9007199254740993',
  '4294967296',
  '2147483648',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ud800',
  'é',
  '𝒳',
  '١٢',
  'ﬁ',
  'İ',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<script>',
  'javascript:',
  'data:,',
  '//',
  'http://[::1]',
  '$&',
  '${x}',
  '=cmd()',
  'a'.repeat(300),
  ' '.repeat(300),
  '1'.repeat(400),
]

type Mutation = (bytes: Buffer) => Buffer

const at = (share: number, bytes: Buffer): number => Math.min(bytes.length, Math.floor(share * (bytes.length + 1)))
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const few = fc.integer({ min: 1, max: 24 })

const insert =
  (share: number, part: Uint8Array): Mutation =>
  (bytes) => {
    const index = at(share, bytes)
    return Buffer.concat([bytes.subarray(0, index), part, bytes.subarray(index)])
  }

const flip = fc.tuple(place, fc.integer({ min: 0, max: 7 })).map(([share, bit]): Mutation => (bytes) => {
  const changed = Buffer.from(bytes)
  const index = at(share, bytes)
  if (index < changed.length) changed[index] = (changed[index] ?? 0) ^ (1 << bit)
  return changed
})
const remove = fc.tuple(place, few).map(([share, length]): Mutation => (bytes) => {
  const index = at(share, bytes)
  return Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + length)])
})
const repeat = fc
  .tuple(place, few, fc.integer({ min: 1, max: 40 }))
  .map(([share, length, times]): Mutation => (bytes) => {
    const index = at(share, bytes)
    const part = bytes.subarray(index, index + length)
    return insert(share, Buffer.concat(Array<Buffer>(times).fill(part)))(bytes)
  })
const cut = place.map(
  (share): Mutation =>
    (bytes) =>
      bytes.subarray(0, at(share, bytes)),
)
const stumble = fc.tuple(place, fc.constantFrom(...STUMBLING)).map(([share, text]) => insert(share, Buffer.from(text)))
const noise = fc
  .tuple(place, fc.uint8Array({ minLength: 1, maxLength: 12 }))
  .map(([share, part]) => insert(share, part))

/** Inserts parts of another seed. */
const splice = (seeds: readonly Buffer[]) =>
  fc.tuple(place, fc.constantFrom(...seeds), place, place).map(([share, other, from, to]): Mutation => {
    const [start, end] = [at(from, other), at(to, other)].toSorted((one, two) => one - two)
    return insert(share, other.subarray(start, end))
  })

/** Inputs that differ from the seeds in a few places, and now and then random bytes. */
export function mutated(seeds: readonly (string | Uint8Array)[]): fc.Arbitrary<Uint8Array> {
  const begun = seeds.map((seed) => (typeof seed === 'string' ? Buffer.from(seed) : Buffer.from(seed)))
  const mutation = fc.oneof(flip, remove, repeat, cut, stumble, stumble, noise, splice(begun))
  const near = fc
    .tuple(fc.constantFrom(...begun), fc.array(mutation, { maxLength: 8 }))
    .map(([seed, changes]) => new Uint8Array(changes.reduce<Buffer>((bytes, change) => change(bytes), seed)))
  return fc.oneof({ arbitrary: near, weight: 19 }, { arbitrary: fc.uint8Array({ maxLength: 300 }), weight: 1 })
}
