import { expect, test } from 'vitest'
import { utmParams } from '../../../widget/transport/session-data'

test('finds the campaign marks of an address and nothing else', () => {
  const search = '?utm_source=news&utm_medium=mail&utm_campaign=a%20b&utm_term=&utm_id=7&token=secret'
  expect(utmParams(search)).toEqual({ source: 'news', medium: 'mail', campaign: 'a b' })
})

test('an address without them has none', () => {
  expect(utmParams('')).toEqual({})
})
