import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultTexts } from '../../widget/modals/texts/english'
import { TRANSLATED } from '../../widget/modals/texts/translations'

// Between releases a missing text is shown in English.
test.each(TRANSLATED)('the texts in %s are complete', (language) => {
  const file = new URL(`../../widget/translations/${language}.json`, import.meta.url)
  const texts: object = JSON.parse(readFileSync(file, 'utf8'))
  expect(Object.keys(defaultTexts).filter((key) => !(key in texts))).toEqual([])
})
