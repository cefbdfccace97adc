// @vitest-environment happy-dom
import { act, StrictMode, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useLoaded, type Loaded } from '../../../host-site/lib/use-loaded'
import '../support/render-site'

let root: Root
let loaded: Loaded<string>
/** What was asked, in order: each is answered by the test. */
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

it('is asked once it is known of whom', async () => {
  await show(null)
  expect(answers).toHaveLength(0)
  await show('ann')
  expect(seen()).toEqual([null, false])
  await answer(-1, 'hers')
  expect(seen()).toEqual(['hers', false])
})

it('of one is never shown for another, however late it comes', async () => {
  await show('ann')
  await show('bea')
  await answer(0, 'of Ann')
  expect(seen()).toEqual([null, false])
  await answer(-1, 'of Bea')
  await show('cid')
  expect(seen()).toEqual([null, false])
})

it('stays when it is asked for again and there is no answer', async () => {
  await show('ann')
  await answer(-1, 'hers')
  await act(async () => void loaded.reload())
  expect(seen()).toEqual(['hers', false])
  await answer(-1, null)
  expect(seen()).toEqual(['hers', true])
})

it('that was changed is not undone by what was asked before', async () => {
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

it('cannot be changed while nothing is known', async () => {
  await show('ann')
  await act(async () => loaded.change(() => 'made up'))
  expect(seen()).toEqual([null, false])
})

it('changed before it is known is asked for again, for what was asked before may be older', async () => {
  await show('ann')
  const before = answers.length
  await act(async () => loaded.change((value) => `${value}, changed`))
  expect(answers).toHaveLength(before + 1)
  await answer(before - 1, 'as it was')
  expect(seen()).toEqual([null, false])
  await answer(-1, 'as it is')
  expect(seen()).toEqual(['as it is', false])
})

it('is asked for again by who began before it was known of whom, and what is on its way is not lost', async () => {
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
