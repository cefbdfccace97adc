import * as fc from '../../support/fast-check'
import { expect, it } from 'vitest'
import { parseJson } from '../../../contract/credential/parse-json'

it('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (json) => {
      expect(parseJson(json)).toEqual(JSON.parse(json))
    }),
  )
})

it.each([
  ['a name that stands twice', '{"a":1,"a":1}'],
  ['the same name written in two ways', '{"a":1,"\\u0061":2}'],
  ['a name that stands twice further in', '[{"b":{"c":[],"d":"{","c":{}}}]'],
  ['a name with a quote in it, twice', '{"\\"":1,"\\"":2}'],
  ['no JSON', '{a:1}'],
  ['nothing', ''],
  ['what is too deep', `${'['.repeat(33)}${']'.repeat(33)}`],
  ['what is far too deep', '['.repeat(400_000)],
  ['what is too long', `"${'a'.repeat(1_000_000)}"`],
])('does not read %s', (_, text) => expect(parseJson(text)).toBeNull())

it.each([
  ['a name in two objects', '[{"a":1},{"a":{"a":2}}]'],
  ['a name that is a value as well', '{"a":"a","b":["a","a"]}'],
  ['what looks like a name in a text', '{"a":"\\"a\\":1,{","b":"}"}'],
  ['what is deep enough', `${'['.repeat(32)}${']'.repeat(32)}`],
])('reads %s', (_, text) => expect(parseJson(text)).toEqual(JSON.parse(text)))
