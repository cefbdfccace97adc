import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askIndependent, findPython } from '../support/independent-verifier'
import { issueTags } from '../support/issued-tags'
import { tamperings } from '../support/tamperings'

const python = findPython()
const fresh = ['live', 'test', 'sample'] as const

/** One process for all: starting it and reading the contexts takes longer than a check. */
let said: Record<string, string> = {}

beforeAll(async () => {
  if (python === null) return
  const tags = await issueTags()
  try {
    const cases = fresh.map((mode) => ({ name: `fresh ${mode}`, ...tags[mode] }))
    for (const { name, spoil } of tamperings) cases.push({ name, ...(await spoil(tags.live, tags)) })
    said = await askIndependent(python, cases)
  } finally {
    await tags.close()
  }
})

afterAll(() => {
  if (python === null) process.stdout.write('Skipped: python3-pyld and python3-cryptography are not installed.\n')
})

describe.skipIf(python === null)('a verifier in another language, with third-party libraries', () => {
  it.each(fresh)('accepts a TrustTag as it was issued: %s', (mode) => {
    expect(said[`fresh ${mode}`]).toBe('valid')
  })

  it.each(tamperings)('rejects $name', ({ name }) => {
    expect(said[name]).toMatch(/\S/u)
    expect(said[name]).not.toBe('valid')
    // Unreadable files were not checked.
    expect(said[name]).not.toContain('malformed')
  })
})
