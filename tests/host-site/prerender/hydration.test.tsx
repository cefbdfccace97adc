// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPages } from '../../../host-site/app/pages'
import { SiteApp } from '../../../host-site/app/site-app'
import { createAccount } from '../../../host-site/features/account/account'
import { createBrowserKeys } from '../../../host-site/lib/browser-keys'
import { createMembership } from '../../../host-site/lib/membership'
import type { SiteApi } from '../../../host-site/lib/site-api'
import { routeNameAt, routeNames, routes, type RouteName } from '../../../host-site/paths'
import { aMember, fakeClient, installClient } from '../support/fake-client'
import { builtPart } from '../../support/built-part'
import { fileOf } from '../support/build-site'
import { field, find, leaveSite, submitButton } from '../support/render-site'

let folder = ''
let root: Root | null = null

beforeAll(async () => {
  folder = await builtPart('site')
})

afterEach(async () => {
  await act(async () => root?.unmount())
  await leaveSite()
})

/** No calls are expected. */
const silentApi: SiteApi = {
  call: async () => ({ success: false, code: '', error: '', retryAfterSeconds: null }),
  download: async () => ({ success: false, code: '', error: '', retryAfterSeconds: null }),
  upload: async () => ({ success: false, code: '', error: '', retryAfterSeconds: null }),
  send: async () => ({ success: false }),
  verify: async () => ({ outcome: 'unknown' }),
  readOpenFile: async () => ({ outcome: 'unreachable' }),
  addressOfFile: (path) => path,
}

/**
 * Hydrates a prerendered page. @returns hydration errors
 * @param now current path of the browser
 */
async function takeOver(html: string, path: string, now = path): Promise<unknown[]> {
  const misfits: unknown[] = []
  window.history.replaceState(null, '', now)
  // Without the head, because the environment loads neither style sheets nor scripts.
  const { body } = new DOMParser().parseFromString(html.slice(html.indexOf('<body>')), 'text/html')
  document.body.replaceWith(body)
  const account = createAccount({
    membership: createMembership({ window, report: () => {}, loadScript: () => Promise.resolve() }),
    keys: createBrowserKeys(() => window.localStorage),
    load: () => {},
  })
  const pages = createPages()
  await pages.load(routeNameAt(path))
  const app = <SiteApp account={account} api={silentApi} pages={pages} prerenderPath={path} />
  await act(async () => {
    root = hydrateRoot(find('#root'), app, { onRecoverableError: (error) => misfits.push(error) })
  })
  return misfits
}

/** A built page with the drawing URLs of the unbuilt sources. */
async function read(name: RouteName): Promise<string> {
  const html = await readFile(join(folder, fileOf(name)), 'utf8')
  return html.replace(/\/assets\/([\w-]+)-[\w-]{8}\.svg/g, '/host-site/ui/drawings/$1.svg?no-inline')
}

describe('a prerendered page', () => {
  it.each(routeNames)('hydrates without errors on %s, for visitors and members', async (name) => {
    const { path } = routes[name]
    installClient(fakeClient(aMember()).client)
    window.localStorage.setItem('isLoggedIn', 'true')
    expect(await takeOver(await read(name), name === 'notFound' ? '/no/such/page' : path)).toEqual([])
    expect(find('header nav').textContent).toContain('Logout')
  })

  it('keeps input made before hydration', async () => {
    installClient(fakeClient().client)
    const typed = (await read('signup')).replaceAll(/(<input id="(\w+)")/g, '$1 value="person@example.com"')
    await takeOver(typed, '/signup')
    expect(field('email').value).toBe('person@example.com')
    expect(submitButton().disabled).toBe(false)
  })

  it('hydrates the served page first, and then follows the current URL', async () => {
    installClient(fakeClient().client)
    expect(await takeOver(await read('login'), '/login', '/contact')).toEqual([])
    await vi.waitFor(() => expect(find('h1').textContent).toBe(routes.contact.heading))
  })
})
