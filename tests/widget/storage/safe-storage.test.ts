// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { createSafeStorage } from '../../../widget/storage/safe-storage'

beforeEach(() => localStorage.clear())

test('keeps, gives and removes', () => {
  const storage = createSafeStorage(() => localStorage)
  storage.set('key', 'value')
  expect([storage.get('key'), localStorage.getItem('key')]).toEqual(['value', 'value'])
  storage.remove('key')
  expect([storage.get('key'), localStorage.getItem('key')]).toEqual([null, null])
})

test('blocked storage lives as long as the page', () => {
  const storage = createSafeStorage(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(storage.get('key')).toBeNull()
  storage.set('key', 'value')
  expect(storage.get('key')).toBe('value')
  storage.remove('key')
  expect(storage.get('key')).toBeNull()
})

test('full storage keeps the new value for the page, and removes the old one', () => {
  let full = false
  const storage = createSafeStorage(() => ({
    getItem: (key) => localStorage.getItem(key),
    removeItem: (key) => localStorage.removeItem(key),
    setItem(key, value) {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      localStorage.setItem(key, value)
    },
  }))
  storage.set('key', 'old')
  full = true
  storage.set('key', 'new')
  expect([storage.get('key'), localStorage.getItem('key')]).toEqual(['new', null])
  full = false
  storage.set('key', 'newer')
  expect([storage.get('key'), localStorage.getItem('key')]).toEqual(['newer', 'newer'])
})
