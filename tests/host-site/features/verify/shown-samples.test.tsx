// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import ShownSamples from '../../../../host-site/features/verify/shown-samples'
import type { ShownSample } from '../../../../contract/schemas/tags'

const sealed = new TextEncoder().encode('the sealed file')
const digest = createHash('sha256').update(sealed)
const [hex, base64url] = [digest.copy().digest('hex'), digest.copy().digest('base64url')]
const credential = { evidence: [{ id: `ni:///sha-256;${base64url}`, type: ['Evidence'] }] }

const sample = (changes: Partial<ShownSample> = {}): ShownSample => ({
  type: 'application/pdf',
  sizeBytes: 15,
  isSealed: true,
  digest: hex,
  url: 'http://localhost:4001/trusttag/tags/TT-1/samples/smp_1',
  ...changes,
})

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let place: HTMLElement
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'))
})
afterEach(() => {
  place.remove()
  vi.unstubAllGlobals()
})

async function settled(): Promise<void> {
  do await act(async () => new Promise((resolve) => setTimeout(resolve)))
  while (place.textContent.includes('Comparing'))
}

async function show(samples: ShownSample[], served: Uint8Array | null): Promise<string> {
  const answer = () =>
    Promise.resolve(served ? new Response(new Uint8Array(served)) : new Response(null, { status: 404 }))
  vi.stubGlobal('fetch', vi.fn(answer))
  const root = createRoot(place)
  await act(async () => root.render(<ShownSamples {...{ samples, credential }} sealedOn="2026-11-21T09:00:00Z" />))
  await settled()
  return place.textContent
}

it('compares the file with the signed digest', async () => {
  expect(await show([sample()], sealed)).toContain('Same file as sealed on')
})

it('says that another file was not the sealed one, whatever the server claims', async () => {
  expect(await show([sample()], new TextEncoder().encode('another'))).toContain('This is not the file that was sealed')
})

it('a file that the TrustTag does not name is not sealed, whatever the server claims', async () => {
  const text = await show([sample({ digest: 'ab'.repeat(32) })], sealed)
  expect(text).toContain('it is not sealed')
  expect(fetch).not.toHaveBeenCalled()
})

it('a large file is compared on request, and a failure can be tried again', async () => {
  expect(await show([sample({ sizeBytes: 50_000_000 })], null)).toContain('Compare it with the seal')
  expect(fetch).not.toHaveBeenCalled()
  await act(async () => place.querySelector('button')?.click())
  await settled()
  expect(place.textContent).toContain('The file could not be fetched.')
  expect(place.querySelector('button')).not.toBeNull()
})
