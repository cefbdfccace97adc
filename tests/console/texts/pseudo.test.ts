import { afterEach, describe, expect, it } from 'vitest'
import { pseudoText, pseudoTexts } from '../../../console/texts/pseudo'
import { $language, count, defineTexts, params } from '../../../console/texts/texts'

afterEach(() => $language.set('en'))

describe('the pseudo-language', () => {
  it('accents, lengthens and brackets a text', () => {
    expect(pseudoText('Save')).toBe('[Šåvé··]')
    expect(pseudoText(' ')).toBe(' ')
  })

  it('keeps placeholders and plural forms', () => {
    expect(pseudoText('Remove {name}?')).toContain('{name}')
    expect(pseudoTexts({ rows: { one: '{count} row', other: '{count} rows' } })).toEqual({
      rows: { one: '[{count} röw··]', other: '[{count} röwš··]' },
    })
  })

  it('translates the texts of a component', async () => {
    const texts = defineTexts('test-pseudo', {
      save: 'Save',
      hello: params('Hello {name}'),
      rows: count({ one: '{count} row', other: '{count} rows' }),
    })
    const stop = texts.subscribe(() => undefined)
    $language.set('en-XA')
    await expect.poll(() => texts.get().save).toBe('[Šåvé··]')
    expect(texts.get().hello({ name: 'Ana' })).toBe('[Héllö Ana···]')
    expect(texts.get().rows(2)).toBe('[2 röwš··]')
    $language.set('en')
    expect(texts.get().save).toBe('Save')
    stop()
  })
})
