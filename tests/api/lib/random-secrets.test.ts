import { expect, test } from 'vitest'
import { createSecrets, createSortableIds } from '../../../api/lib/ids'

const secrets = createSecrets()

test('ids have a prefix for kind and mode', () => {
  expect(secrets.memberId('test')).toMatch(/^mem_sb_[0-9a-z]{26}$/u)
  expect(secrets.memberId('live')).toMatch(/^mem_[0-9a-z]{26}$/u)
  expect(secrets.id('con')).toMatch(/^con_[0-9a-z]{26}$/u)
  expect(secrets.visitId()).toHaveLength(26)
})

test('later ids sort after earlier ones, without duplicates', () => {
  const times = [0, 1, 31, 32, 1_795_000_000_000, 1_795_000_000_001, 4_000_000_000_000]
  const sortableId = createSortableIds()
  const ids = times.map((time) => sortableId(time))
  expect(ids.toSorted()).toEqual(ids)
  const ofOneMoment = Array.from({ length: 1000 }, () => sortableId(5))
  expect(ofOneMoment.toSorted()).toEqual(ofOneMoment)
  const many = Array.from({ length: 20_000 }, () => sortableId(6))
  expect(new Set(many).size).toBe(20_000)
  expect(new Set(many.map((id) => id.length))).toEqual(new Set([26]))
})

test('tokens carry 256 and 128 bits, codes six digits with leading zeros', () => {
  expect(Buffer.from(secrets.sessionToken(), 'base64url')).toHaveLength(32)
  expect(Buffer.from(secrets.linkToken(), 'base64url')).toHaveLength(16)
  const codes = Array.from({ length: 500 }, () => secrets.code())
  for (const code of codes) expect(code).toMatch(/^\d{6}$/u)
  expect(codes.some((code) => code.startsWith('0'))).toBe(true)
})

test('a digest is SHA-256 in hexadecimal', () => {
  expect(secrets.digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
