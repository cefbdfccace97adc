// @vitest-environment happy-dom
import { act, StrictMode, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useLoaded, type Loaded } from '../../../host-site/lib/use-loaded'
import '../support/render-site'

let root: Root
let loaded: Loaded<string>
/** Pending requests, in order; the test resolves them. */
let answers: ((value: string | null) => void)[]
const load = () => new Promise<string | null>((resolve) => answers.push(resolve))

function Shown({ of, see }: { of: string | null; see: (now: Loaded<string>) => void }) {
  const now = useLoaded(of, load)
  useEffect(() => see(now))
  return null
}
const show = (of: string | null) =>
  act(async () =>
    root.render(
      <StrictMode>
        <Shown of={of} see={(now) => void (loaded = now)} />
      </StrictMode>,
    ),
  )
const answer = (at: number, value: string | null) => act(async () => answers.at(at)?.(value))
const seen = () => [loaded.value, loaded.failed]

beforeEach(() => {
  answers = []
  root = createRoot(document.createElement('div'))
})
afterEach(() => act(async () => root.unmount()))

it('is loaded once its subject is known', async () => {
  await show(null)
  expect(answers).toHaveLength(0)
  await show('ann')
  expect(seen()).toEqual([null, false])
  await answer(-1, 'hers')
  expect(seen()).toEqual(['hers', false])
})

it('of one subject never shows for another, even if it is late', async () => {
  await show('ann')
  await show('bea')
  await answer(0, 'of Ann')
  expect(seen()).toEqual([null, false])
  await answer(-1, 'of Bea')
  await show('cid')
  expect(seen()).toEqual([null, false])
})

it('stays when a reload fails', async () => {
  await show('ann')
  await answer(-1, 'hers')
  await act(async () => void loaded.reload())
  expect(seen()).toEqual(['hers', false])
  await answer(-1, null)
  expect(seen()).toEqual(['hers', true])
})

it('that was changed is not undone by an earlier request', async () => {
  await show('ann')
  await answer(-1, 'hers')
  await act(async () => void loaded.reload())
  await act(async () => {
    loaded.change((value) => `${value}, changed`)
    loaded.change((value) => `${value} twice`)
  })
  await answer(-1, 'older')
  expect(seen()).toEqual(['hers, changed twice', false])
})

it('cannot be changed before it is loaded', async () => {
  await show('ann')
  await act(async () => loaded.change(() => 'made up'))
  expect(seen()).toEqual([null, false])
})

it('changed before it is loaded is loaded again, because the earlier response may be older', async () => {
  await show('ann')
  const before = answers.length
  await act(async () => loaded.change((value) => `${value}, changed`))
  expect(answers).toHaveLength(before + 1)
  await answer(before - 1, 'as it was')
  expect(seen()).toEqual([null, false])
  await answer(-1, 'as it is')
  expect(seen()).toEqual(['as it is', false])
})

it('is reloaded for the current subject, and a pending response is not lost', async () => {
  await show(null)
  const { reload } = loaded
  await show('ann')
  await act(async () => void reload())
  await answer(-1, 'hers')
  expect(seen()).toEqual(['hers', false])
  await act(async () => void reload())
  await answer(-1, 'hers by now')
  expect(seen()).toEqual(['hers by now', false])
})
