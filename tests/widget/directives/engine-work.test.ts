// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attributes, withAttribute } from '../../../widget/attributes'
import type { Directive } from '../../../widget/directives/directive'
import { startEngine, type Engine } from '../../../widget/directives/engine'
import { fakeClient } from '../../support/fake-client'
import { settle } from '../../support/mount-page'

const mount = vi.fn()
const directives: readonly Directive[] = Object.values(attributes).map((name) => ({
  name,
  selector: `i${withAttribute(name)}`,
  watches: [name],
  mount,
}))
/** Elements, of which every tenth has one attribute. */
const markup = (count: number): string =>
  '<p><b>text</b></p>'.repeat(9 * count) + '<i data-ms-loader></i>'.repeat(count)

let engine: Engine
let matches: ReturnType<typeof vi.spyOn>
let queries: ReturnType<typeof vi.spyOn>

const start = (html = ''): void => {
  document.body.innerHTML = html
  engine = startEngine(directives, { client: fakeClient(), document, window })
}
/** Counts the engine's work, without what was counted before. */
async function workOf(change: () => void): Promise<{ matches: number; queries: number; mounts: number }> {
  matches.mockClear()
  queries.mockClear()
  mount.mockClear()
  change()
  await settle()
  return { matches: matches.mock.calls.length, queries: queries.mock.calls.length, mounts: mount.mock.calls.length }
}
const insert = (html: string) => (): void => document.body.insertAdjacentHTML('beforeend', html)

beforeEach(() => {
  matches = vi.spyOn(Element.prototype, 'matches')
  queries = vi.spyOn(Element.prototype, 'querySelectorAll')
})
afterEach(() => {
  engine.stop()
  vi.restoreAllMocks()
})

test('a start asks one directive about an element that carries one attribute, and looks at the page once for each', async () => {
  const asked = vi.spyOn(Object.getPrototypeOf(document), 'querySelectorAll')
  expect(await workOf(() => start(markup(40)))).toEqual({ matches: 40, queries: 0, mounts: 40 })
  expect(asked).toHaveBeenCalledTimes(directives.length)
})

test.each([1, 10, 100])('of %d parts of a page inserted in one go, each element is asked about once', async (count) => {
  start(markup(50))
  const { matches: asked, queries: looks, mounts } = await workOf(insert(markup(count)))
  expect({ asked, mounts }).toEqual({ asked: count, mounts: count })
  // One look for each of a few, one look at the page for many.
  expect(looks).toBeLessThanOrEqual(directives.length * 100)
})

test('elements inserted one after the other cost the same each, however much is mounted already', async () => {
  start(markup(200))
  for (let round = 0; round < 5; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what this is about
    expect(await workOf(insert('<i data-ms-loader></i>'))).toEqual({ matches: 1, queries: 0, mounts: 1 })
    // oxlint-disable-next-line no-await-in-loop
    expect(await workOf(insert('text<u></u>'))).toEqual({ matches: 0, queries: 0, mounts: 0 })
  }
})

test('while the page is being parsed, what is mounted is not asked about again', async () => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
  const names = vi.spyOn(Element.prototype, 'getAttributeNames')
  start()
  for (let part = 0; part < 5; part += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await workOf(insert(markup(20)))).toMatchObject({ matches: 20, mounts: 20 })
    expect(names).toHaveBeenCalledTimes(20 * (part + 1))
  }
})

test('a text that changes makes the engine look at nothing that is mounted', async () => {
  start(`<s>tick</s>${markup(50)}`)
  const connected = vi.spyOn(Node.prototype, 'isConnected', 'get')
  await workOf(() => (document.querySelector('s')!.textContent = 'tock'))
  expect(connected).not.toHaveBeenCalled()
})
