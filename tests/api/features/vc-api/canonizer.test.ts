import { expect, it } from 'vitest'
import { createCanonizer, createLoadDocument } from '../../../../api/features/vc-api/verify'

const loadDocument = createLoadDocument(() => [])
const options = { base: null, safe: true }

const documentOf = (texts: number, context = 'https://www.w3.org/ns/credentials/v2') => ({
  '@context': [context],
  type: ['VerifiableCredential'],
  credentialSubject: { 'https://example.com/text': Array.from({ length: texts }, (_, index) => `text ${index}`) },
})

it('lets the event loop turn while a document is made canonical', async () => {
  const canonize = createCanonizer(loadDocument)
  let [turns, isDone] = [0, false]
  const next = (): void => {
    turns += 1
    if (!isDone) setImmediate(next)
  }
  setImmediate(next)
  const text = await canonize(documentOf(1_000), options)
  isDone = true
  expect(text.match(/"text \d+"/gu)).toHaveLength(1_000)
  expect(turns).toBeGreaterThan(100)
})

it('refuses a document of an unknown context, and goes on with the next', async () => {
  const canonize = createCanonizer(loadDocument)
  const unknown = canonize(documentOf(1, 'https://example.com/context'), options)
  const known = canonize(documentOf(1), options)
  await expect(unknown).rejects.toThrow()
  expect(await known).toContain('"text 0"')
})

it('gives up a document that takes too long', async () => {
  const canonize = createCanonizer(loadDocument, 0)
  await expect(canonize(documentOf(1), options)).rejects.toThrow(/abort/u)
})

it('starts a new thread when one has ended', async () => {
  let isFirst = true
  const canonize = createCanonizer((url) => {
    // What is no document ends the conversation.
    if (!isFirst) return loadDocument(url)
    isFirst = false
    return Promise.resolve({ contextUrl: null, documentUrl: url, document: () => {} })
  })
  await expect(canonize(documentOf(1), options)).rejects.toThrow(/could not be cloned/u)
  expect(await canonize(documentOf(1), options)).toContain('"text 0"')
})
