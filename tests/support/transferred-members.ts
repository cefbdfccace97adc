import * as fc from './fast-check'
import { METADATA_MAX_CHARS } from '../../contract/limits'
import { foreignHashes } from './foreign-hashes'

/** Input that a file must preserve: quotes, delimiters, line breaks, formulas, every script. As NFC, in which texts are stored. */
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.normalize('NFC')),
  fc.constantFrom(
    '=1+1',
    '+49 30 1234',
    "'=1",
    "''-2",
    '@home',
    '\tx',
    'a;b,c\t"d"',
    'line\r\nbreak',
    ' around ',
    "O'Hara",
    'null',
  ),
)
const moments = fc
  .integer({ min: Date.UTC(2015, 0), max: Date.UTC(2026, 0) })
  .map((time) => new Date(time).toISOString())
const jsonObject = fc.dictionary(
  fc.string({ maxLength: 10 }).filter((key) => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 3 },
)

/** Members of the demo app as an export contains them; `at` numbers several of them. */
export const transferredMembers = (at: number) =>
  fc.record({
    id: fc.stringMatching(/^[a-z0-9]{10}$/u).map((end) => `mem_sb_${at}x${end}`),
    email: fc.stringMatching(/^[a-z0-9]{1,10}$/u).map((name) => `${name}.${at}@example.com`),
    verified: fc.boolean(),
    passwordHash: fc.constantFrom(null, ...foreignHashes.map(({ hash }) => hash)),
    profileImage: fc.option(fc.webUrl({ validSchemes: ['https'] })),
    loginRedirect: fc.constantFrom(null, '/', '/members/start?from=x#y'),
    stripeCustomerId: fc.constantFrom(null, `cus_${at}`),
    customFields: fc.record(
      {
        'first-name': words,
        about: words,
        newsletter: fc.boolean(),
        years: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
        'first-day': fc.constantFrom('2024-02-29', ''),
        'internal-note': fc.option(words),
      },
      { requiredKeys: [] },
    ),
    // Shortened, because all of them together must stay below the limit of a value.
    metaData: jsonObject.filter((data) => JSON.stringify(data).length <= METADATA_MAX_CHARS),
    json: jsonObject,
    createdAt: moments,
    lastLogin: fc.option(moments),
    plans: fc
      .subarray(['pln_free', 'pln_newsletter'])
      .map((ids) =>
        ids.map((planId, index) => ({ id: `con_${at}x${index}`, planId, status: index === 0 ? 'ACTIVE' : 'CANCELED' })),
      ),
    providers: fc
      .subarray(['github', 'google'])
      .map((keys) => keys.map((provider) => ({ provider, accountId: `${provider} ${at}` }))),
  })
