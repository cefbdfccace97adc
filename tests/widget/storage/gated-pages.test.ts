// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createGatedPages, GATED_PAGES_KEY } from '../../../widget/storage/gated-pages'
import { aGroup } from '../../support/a-group'

const group = aGroup('members', { urls: [{ url: '/members', filter: 'STARTS' }], redirect: '/denied' })
const kept = [{ urls: group.urls, redirect: '/denied' }]
const pages = (app = 'app_demo') => createGatedPages(window, app)

beforeEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

test('at first nothing is known', () => {
  expect(pages().read()).toBeNull()
})

test('those that the script brought are known at the first visit, and later ones add to them', () => {
  const brought = [{ urls: [{ url: '/new', filter: 'EQUALS' as const }], redirect: '/' }]
  const started = createGatedPages(window, 'app_demo', brought)
  expect(started.read()).toEqual(brought)
  started.keep([group])
  expect(started.read()).toEqual([...brought, ...kept])
})

test('a script of all apps says only where to expect a gate, until groups are known', () => {
  const mayGate = (path: string): boolean => path === '/members'
  const started = createGatedPages(window, 'app_demo', mayGate)
  expect([started.read(), started.mayGate]).toEqual([null, mayGate])
  started.keep([group])
  expect(started.read()).toEqual(kept)
  expect(pages().mayGate('/open')).toBe(true)
})

describe('the tab’s storage, which takes browsers long to open,', () => {
  const read = (brought: Parameters<typeof createGatedPages>[2]): boolean => {
    const opened = vi.spyOn(window, 'sessionStorage', 'get')
    createGatedPages(window, 'app_demo', brought).read()
    return opened.mock.calls.length > 0
  }

  test.each([
    ['the script brought groups', []],
    ['the script expects no gate here', () => false],
  ])('stays closed on a first visit where %s', (_, brought) => {
    expect(read(brought)).toBe(false)
  })

  test.each([
    ['may be gated', () => true],
    ['comes with a script that knows no gates', null],
  ])('is read for a page that %s', (_, brought) => {
    expect(read(brought)).toBe(true)
  })

  test('is read where the browser refuses local storage', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(read(() => false)).toBe(true)
  })
})

test('kept are addresses and redirects, and nothing else of the groups', () => {
  pages().keep([group, aGroup('no-address')])
  expect(pages().read()).toEqual(kept)
  expect(localStorage.getItem(GATED_PAGES_KEY)).toBe(JSON.stringify({ app: 'app_demo', groups: kept }))
})

test('that nothing is gated is worth knowing too', () => {
  pages().keep([])
  expect(pages().read()).toEqual([])
})

test('another app of the same site knows nothing of it', () => {
  pages().keep([group])
  expect(pages('app_other').read()).toBeNull()
})

test('the same again is not written again', () => {
  const setItem = vi.fn()
  const getItem = () => JSON.stringify({ app: 'app_demo', groups: kept })
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue(
    new Proxy(localStorage, {
      get: (target, name) => ({ getItem, setItem })[String(name)] ?? Reflect.get(target, name),
    }),
  )
  pages().keep([group])
  expect(setItem).not.toHaveBeenCalled()
  pages().keep([])
  expect(setItem).toHaveBeenCalledOnce()
})

test.each([
  '{',
  'null',
  '[]',
  '{"app":"app_demo"}',
  '{"app":"app_demo","groups":{}}',
  '{"app":"app_demo","groups":[null]}',
  '{"app":"app_demo","groups":[{"redirect":7,"urls":[]}]}',
  '{"app":"app_demo","groups":[{"redirect":"/","urls":"x"}]}',
  '{"app":"app_demo","groups":[{"redirect":"/","urls":[{"url":1,"filter":"EQUALS"}]}]}',
  '{"app":"app_demo","groups":[{"redirect":"/","urls":[{"url":"/","filter":"ENDS"}]}]}',
])('an invalid stored value is ignored: %s', (text) => {
  localStorage.setItem(GATED_PAGES_KEY, text)
  expect(pages().read()).toBeNull()
})

test('a huge list is not stored, and the previous one is removed', () => {
  pages().keep([group])
  const urls = Array.from({ length: 1_000 }, (_, index) => ({
    url: `/a-long-address/${index}`,
    filter: 'EQUALS' as const,
  }))
  pages().keep([aGroup('huge', { urls })])
  expect(pages().read()).toBeNull()
})

test('silence spares the other pages of the tab the waiting, until there is an answer', () => {
  pages().cacheNoGroups()
  expect([pages().read(), localStorage.length]).toEqual([[], 0])
  pages().keep([group])
  expect(pages().read()).toEqual(kept)
})

describe('where the browser refuses', () => {
  test('local storage, the tab keeps it', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    pages().keep([group])
    expect(pages().read()).toEqual(kept)
  })

  test('any storage, nothing is thrown', () => {
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      vi.spyOn(window, name, 'get').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError')
      })
    }
    pages().keep([group])
    pages().cacheNoGroups()
    expect(pages().read()).toBeNull()
  })
})
