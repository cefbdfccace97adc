// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { arriveWithPage, createPages } from '../../../host-site/app/pages'
import { followLinks, RoutedPage } from '../../../host-site/app/site-app'
import { routeNames, routes, type RouteName } from '../../../host-site/paths'
import '../support/render-site'

/** Pages that load when the test says so. */
function slowPages() {
  const asked: RouteName[] = []
  const waiting: { name: RouteName; come: () => void; fail: () => void }[] = []
  const fetchPage = (name: RouteName) => {
    asked.push(name)
    return new Promise<() => string>((resolve, reject) => {
      waiting.push({ name, come: () => resolve(() => `This is ${name}.`), fail: () => reject(new Error('gone')) })
    })
  }
  const settle = async (outcome: 'come' | 'fail', name: RouteName) => {
    await act(async () => waiting.findLast((one) => one.name === name)?.[outcome]())
  }
  return { pages: createPages(fetchPage), asked, settle }
}

let root: Root | null = null
afterEach(async () => {
  await act(async () => root?.unmount())
  window.history.replaceState(null, '', '/')
})

async function show(path: string, pages: ReturnType<typeof createPages>) {
  window.history.replaceState(null, '', path)
  document.body.innerHTML = '<div></div>'
  await act(async () => {
    root = createRoot(document.body.firstElementChild!)
    root.render(<RoutedPage pages={pages} />)
  })
}

describe('the pages of the site', () => {
  it('are there for every route', async () => {
    const pages = createPages()
    await pages.loadAll()
    for (const name of routeNames) expect(pages.get(name), name).toBeTypeOf('function')
  })

  it('show at once when they are loaded', async () => {
    const { pages, settle } = slowPages()
    const loading = pages.load('terms')
    await settle('come', 'terms')
    await loading
    await show('/terms', pages)
    expect(document.body.textContent).toBe('This is terms.')
  })

  it('show a loading state until they are loaded', async () => {
    const { pages, settle } = slowPages()
    await show('/terms', pages)
    expect(document.querySelector('output')?.textContent).toBe('Loading…')
    await settle('come', 'terms')
    expect(document.body.textContent).toBe('This is terms.')
  })

  it('show an error with a retry link when they fail to load', async () => {
    const { pages, settle } = slowPages()
    await show('/terms', pages)
    await settle('fail', 'terms')
    expect(document.querySelector('[role="alert"]')?.textContent).toContain('This page could not be loaded.')
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/terms')
  })
})

describe('going to another page', () => {
  const setUp = () => {
    const slow = slowPages()
    const [navigate, load] = [vi.fn(), vi.fn()]
    const arrive = arriveWithPage(slow.pages, load)
    return { ...slow, navigate, load, go: (to: string) => arrive(navigate, to, { replace: true }) }
  }

  it('waits until the page is loaded', async () => {
    const { go, navigate, settle } = setUp()
    go('/terms?a=1#b')
    expect(navigate).not.toHaveBeenCalled()
    await settle('come', 'terms')
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/terms?a=1#b', { replace: true })
  })

  it('navigates at once to a loaded page and within a page', async () => {
    const { go, navigate, settle } = setUp()
    go('/terms')
    await settle('come', 'terms')
    go('/terms/')
    go('#end')
    expect(navigate.mock.calls.map(([to]: string[]) => to)).toEqual(['/terms', '/terms/', '#end'])
  })

  it('follows only the last navigation', async () => {
    const { go, navigate, settle } = setUp()
    go('/terms')
    go('/privacy')
    await settle('come', 'privacy')
    await settle('come', 'terms')
    expect(navigate.mock.calls.map(([to]: string[]) => to)).toEqual(['/privacy'])
  })

  it('opens the URL as a new document when the page fails to load', async () => {
    const { go, navigate, load, settle } = setUp()
    go('/terms')
    await settle('fail', 'terms')
    expect(load).toHaveBeenCalledExactlyOnceWith('/terms')
    expect(navigate).not.toHaveBeenCalled()
  })
})

describe('pointing at a link', () => {
  it('preloads the page of an internal link once, and no other', async () => {
    const { pages, asked, settle } = slowPages()
    const end = followLinks(document, pages)
    const links = ['/terms', 'https://elsewhere.example/privacy', routes.contact.path]
    document.body.innerHTML = `<p>${links.map((href) => `<a href="${href}"><b>go</b></a>`).join('')}</p>`
    const [terms, elsewhere, contact] = document.querySelectorAll('b')
    const point = (at: Element | undefined) => at?.dispatchEvent(new Event('pointerover', { bubbles: true }))
    point(terms)
    await settle('come', 'terms')
    point(terms)
    point(elsewhere)
    point(document.body)
    contact?.parentElement?.dispatchEvent(new Event('focusin', { bubbles: true }))
    expect(asked).toEqual(['terms', 'contact'])
    end()
    point(document.querySelectorAll('b')[0])
    expect(asked).toEqual(['terms', 'contact'])
  })
})
