import { describe, expect, it } from 'vitest'
import { isLoopback } from '../../../api/lib/text'

describe('isLoopback', () => {
  it.each(['localhost', 'LOCALHOST', 'live.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])(
    'knows %s',
    (name) => {
      expect(isLoopback(name)).toBe(true)
    },
  )
  it.each(['localhost.example', '127.0.0.1.example', 'notlocalhost', '128.0.0.1', '::2', '0.0.0.0', ''])(
    'refuses %j',
    (name) => {
      expect(isLoopback(name)).toBe(false)
    },
  )
})
