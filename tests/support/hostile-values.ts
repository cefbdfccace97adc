import * as fc from './fast-check'

/** Lone surrogates, NUL, bidi controls and other troublesome text. */
const strangeTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202Eevil',
  '\ufeff',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'é'.normalize('NFD'),
  'İ',
  'ﬀ',
  'a\r\nSet-Cookie: a=b',
  '../../etc/passwd',
  '%00',
  '%',
  "' or 1=1 --",
  '"; drop table members; --',
  '%_%',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}',
  '=HYPERLINK("https://evil.example")',
  '+1,2',
  '@SUM(A1)',
  'javascript:alert(1)',
  'https://evil.example/?a=b',
  'http://[::1',
  '//evil.example',
  'null',
  'undefined',
  'true',
  '-1',
  '1e309',
  '9'.repeat(30),
  'a@b',
  'a@b.co\n',
  '"a b"@example.test',
] as const

/** Names of built-in properties, or with a meaning to parsers. */
export const strangeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  '',
  '$ref',
] as const

const strangeNumbers = [0, -0, -1, 0.1, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), Number.MAX_VALUE, 5e-324] as const

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 ? { a: value } : [value]
  return value
}

/** Any JSON that an endpoint should not expect. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...strangeTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...strangeNumbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom('x', '7', ' ', '\u0000', '𝕏').map((char) => char.repeat(20_000)) },
  { weight: 1, arbitrary: fc.constantFrom(50, 101, 1_000).map(nested) },
  { weight: 1, arbitrary: fc.constantFrom(...strangeNames).map((name) => Object.fromEntries([[name, { a: 1 }]])) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Bodies that are not JSON, or JSON that no client would send. */
export const hostileBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '{"a":',
    '[]',
    'null',
    '"text"',
    '7',
    '{"a":1e999}',
    '{"a":1}{"b":2}',
    '\ufeff{}',
    '{"__proto__":{"email":"a@b.co"}}',
    '{"email":"a@b.co","email":["twice"]}',
  ),
  fc.constantFrom('[', '{"a":').map((open) => open.repeat(100_000)),
  fc.constantFrom('a', 'ä').map((letter) => `{"a":"${letter.repeat(1_200_000)}"}`),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array(bytes)),
)
