import { describe, expect, it } from 'vitest'
import { hostCheck } from '../../../commands/serve/sites'

describe('the host names of a server', () => {
  const answersFor = hostCheck('https://www.trusttag.example')

  it.each(['www.trusttag.example', 'localhost', 'live.localhost', '127.0.0.1', '[::1]'])('include %s', (name) => {
    expect(answersFor(name)).toBe(true)
  })

  it.each([
    'trusttag.example',
    'evil.example',
    'www.trusttag.example.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
  ])('do not include %s', (name) => {
    expect(answersFor(name)).toBe(false)
  })
})
