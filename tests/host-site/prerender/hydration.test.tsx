// @vitest-environment happy-dom
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPages } from '../../../host-site/app/pages'
import { SiteApp } from '../../../host-site/app/site-app'
import { createAccount } from '../../../host-site/features/account/account'
import { createBrowserKeys } from '../../../host-site/lib/browser-keys'
import { createMembership } from '../../../host-site/lib/membership'
import type { SiteApi } from '../../../host-site/lib/site-api'
import { routeNameAt, routeNames, routes, type RouteName } from '../../../host-site/paths'
import { aMember, fakeClient, installClient } from '../support/fake-client'
import { buildSite, fileOf } from '../support/build-site'
import { field, find, leaveSite, submitButton } from '../support/render-site'

let folder = ''
let root: Root | null = null

beforeAll(async () => {
  folder = await buildSite()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

afterEach(async () => {
  await act(async () => root?.unmount())
  await leaveSite()
})

/** Nobody sends a message here. */
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
 * Takes a prerendered page over, as the client bundle does; answers what did not fit.
 * @param now where the browser is by then
 */
async function takeOver(html: string, path: string, now = path): Promise<unknown[]> {
  const misfits: unknown[] = []
  window.history.replaceState(null, '', now)
  // Without the head: the environment loads neither style sheets nor scripts.
  const { body } = new DOMParser().parseFromString(html.slice(html.indexOf('<body>')), 'text/html')
  document.body.replaceWith(body)
  const account = createAccount({
    membership: createMembership({ window, report: () => {} }),
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

/** A page of the build, with drawings at the addresses that they have where nothing is built. */
async function read(name: RouteName): Promise<string> {
  const html = await readFile(join(folder, fileOf(name)), 'utf8')
  return html.replace(/\/assets\/([\w-]+)-[\w-]{8}\.svg/g, '/host-site/ui/drawings/$1.svg?no-inline')
}

describe('a prerendered page', () => {
  it.each(routeNames)('fits what the browser renders on %s, for visitor and member', async (name) => {
    const { path } = routes[name]
    installClient(fakeClient(aMember()).client)
    window.localStorage.setItem('isLoggedIn', 'true')
    expect(await takeOver(await read(name), name === 'notFound' ? '/no/such/page' : path)).toEqual([])
    expect(find('header nav').textContent).toContain('Logout')
  })

  it('keeps what was typed before it was taken over', async () => {
    installClient(fakeClient().client)
    const typed = (await read('signup')).replaceAll(/(<input id="(\w+)")/g, '$1 value="person@example.com"')
    await takeOver(typed, '/signup')
    expect(field('email').value).toBe('person@example.com')
    expect(submitButton().disabled).toBe(false)
  })

  it('is taken over as it was served, and then is the one that the address has come to name', async () => {
    installClient(fakeClient().client)
    expect(await takeOver(await read('login'), '/login', '/contact')).toEqual([])
    await vi.waitFor(() => expect(find('h1').textContent).toBe(routes.contact.heading))
  })
})
