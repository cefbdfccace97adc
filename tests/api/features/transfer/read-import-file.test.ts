import * as fc from '../../../support/fast-check'
import { describe, expect, test } from 'vitest'
import { readImportFile } from '../../../../api/features/transfer/csv'
import { demoApp } from '../../../fuzz/demo-app'

const json = (text: string) => readImportFile(demoApp, text, 'json')
const csv = (text: string) => readImportFile(demoApp, text, 'csv')

describe('a JSON file is read in parts, and', () => {
  test('returns what `JSON.parse` of the whole returns, whatever it contains', async () => {
    const file = fc.record({ before: fc.jsonValue(), members: fc.array(fc.jsonValue()), after: fc.jsonValue() })
    await fc.assert(
      fc.asyncProperty(file, fc.constantFrom(undefined, 2), async (given, space) => {
        const whole = JSON.stringify(given, null, space)
        const read = await json(whole)
        expect(read.rows.map(({ entry }) => entry)).toEqual(JSON.parse(whole).members)
        const list = JSON.stringify(given.members, null, space)
        expect((await json(list)).rows.map(({ entry }) => entry)).toEqual(JSON.parse(list))
      }),
    )
  })

  test('reads brackets and quotation marks in texts as text', async () => {
    const members = [{ a: '[{"}]\\', b: [['{']] }, '[0]', [0], [[1]], 7, null]
    expect((await json(JSON.stringify({ list: [[1]], members }))).rows.map(({ entry }) => entry)).toEqual(members)
  })

  test.for(['', '[', '[{}', '[{]', '[{},,{}]', '[{} {}]', '{"members":[{}]', '[{"a":}]', '}]{[', '["', '[{"a":"\\'])(
    'refuses %j',
    async (text) => {
      await expect(json(text)).rejects.toMatchObject({ code: 'invalid-import-file' })
    },
  )

  test('refuses what is longer than any member', async () => {
    await expect(json(`[${JSON.stringify({ text: 'x'.repeat(4_000_001) })}]`)).rejects.toMatchObject({
      code: 'invalid-import-file',
    })
    await expect(json(`[${'1,'.repeat(1_500_000)}1]`)).rejects.toMatchObject({ code: 'invalid-import-file' })
  })
})

describe('a CSV file is read in parts, and', () => {
  test('keeps cells whole at the ends of parts', async () => {
    const about = (index: number) => `${'"", \n'.repeat(40)}${index}`
    const lines = Array.from({ length: 3_000 }, (_, index) => `m${index}@example.com,"${about(index)}"`)
    const { rows } = await csv(`Email,about\n${lines.join('\n')}`)
    expect(rows).toHaveLength(3_000)
    expect(rows[2_999]).toMatchObject({
      row: 3_000,
      entry: { email: 'm2999@example.com', customFields: { about: about(2_999).replaceAll('""', '"') } },
    })
  })

  test('refuses an endless line before reading it again and again', async () => {
    await expect(csv(`Email\n"${'x'.repeat(19_000_000)}`)).rejects.toMatchObject({ code: 'invalid-import-file' })
  })
})
