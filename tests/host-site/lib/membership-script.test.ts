// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const load = async () => (await import('../../../host-site/lib/membership-script')).loadMembershipScript()
const tags = () => [...document.querySelectorAll<HTMLScriptElement>('script')]

/** Lets the browser paint a frame. */
let paint = (): void => {}

beforeEach(() => {
  vi.resetModules()
  document.head.innerHTML =
    '<script type="text/plain" src="https://api.example/m.js" data-memberstack-app="app_1"></script>'
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
    paint = () => callback(0)
    return 1
  })
})
afterEach(() => vi.restoreAllMocks())

describe("the membership script's tag", () => {
  it('becomes a script after the next paint, once, with all its attributes', async () => {
    const [waiting] = tags()
    const loading = Promise.all([load(), load()])
    await vi.waitFor(() => expect(window.requestAnimationFrame).toHaveBeenCalledOnce())
    paint()
    expect(tags()).toEqual([waiting])
    paint()
    await vi.waitFor(() => expect(tags()[0]).not.toBe(waiting))
    const [script] = tags()
    expect(tags()).toHaveLength(1)
    expect(script?.outerHTML).toBe('<script src="https://api.example/m.js" data-memberstack-app="app_1"></script>')
    script?.dispatchEvent(new Event('load'))
    await loading
  })

  it('settles when the script cannot be loaded', async () => {
    const loading = load()
    await vi.waitFor(() => expect(window.requestAnimationFrame).toHaveBeenCalled())
    paint()
    paint()
    await vi.waitFor(() => expect(tags()[0]?.hasAttribute('type')).toBe(false))
    tags()[0]?.dispatchEvent(new Event('error'))
    await loading
  })

  it('waits for no paint in a tab that nobody sees', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const loading = load()
    await vi.waitFor(() => expect(tags()[0]?.hasAttribute('type')).toBe(false))
    tags()[0]?.dispatchEvent(new Event('load'))
    await loading
    expect(window.requestAnimationFrame).not.toHaveBeenCalled()
  })

  it('settles on a page without it', async () => {
    document.head.replaceChildren()
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await load()
    expect(tags()).toEqual([])
  })
})
