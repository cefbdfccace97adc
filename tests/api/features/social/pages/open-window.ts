import { onTestFinished } from 'vitest'
import { startTestApi } from '../../../../support/start-api'
import type { TestApiOptions } from '../../../../support/start-api'

export const API = 'http://localhost:4001'
export const SITE = 'http://localhost:4002'

/** Our client's parameters in Test Mode. */
export const OURS = { appId: 'app_demo', publicKey: 'pk_sb_demo', opener_origin: SITE, state: 'opener-state' }

/** A published client's parameters. */
export const PUBLISHED = { appId: 'app_demo', publicKey: 'pk_sb_demo', origin: 'localhost' }

interface Visit {
  status: number
  headers: Headers
  html: string
  /** Without tags. */
  words: string
}

export type ProviderWindow = Awaited<ReturnType<typeof openApiWithWindow>>

/** The whole API, and a browser window with cookies and redirects. */
export async function openApiWithWindow(options: TestApiOptions = {}) {
  const api = await startTestApi(options)
  onTestFinished(() => api.close())
  const cookies = new Map<string, { value: string; path: string }>()

  async function visit(path: string, init: RequestInit = {}): Promise<Visit> {
    const { pathname } = new URL(path, API)
    const sent = [...cookies].filter(([, { path: own }]) => `${pathname}/`.startsWith(`${own}/`))
    const headers = new Headers(init.headers)
    if (sent.length > 0) headers.set('cookie', sent.map(([name, { value }]) => `${name}=${value}`).join('; '))
    const response = await api.request(path, { ...init, headers })
    for (const line of response.headers.getSetCookie()) keep(line)
    const html = await response.text()
    const words = html
      .replace(/<[^>]+>/gu, ' ')
      .replace(/\s+/gu, ' ')
      .trim()
    return { status: response.status, headers: response.headers, html, words }
  }

  function keep(line: string): void {
    const [, name = '', value = '', path = ''] = /^([^=]+)=([^;]*); Path=([^;]+)/u.exec(line) ?? []
    if (line.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, { value, path })
  }

  return {
    ...api,
    cookies,
    visit,
    /** Opens the first page. @param referer of the opener; null: none */
    begin: (flow: string, parameters: Record<string, string>, referer: string | null = `${SITE}/`) =>
      visit(
        `/auth-provider/${flow}?${new URLSearchParams(parameters)}`,
        referer === null ? {} : { headers: { referer } },
      ),
    /** Submits the form of the consent page at a URL. */
    consent: (location: string | null, fields: Record<string, string>) =>
      visit('/test/consent', {
        method: 'POST',
        body: new URLSearchParams([...new URL(location ?? '', API).searchParams, ...Object.entries(fields)]),
        headers: { origin: API, 'sec-fetch-site': 'same-origin' },
      }),
  }
}

export const locationOf = ({ headers }: Pick<Visit, 'headers'>): string | null => headers.get('location')

const UNESCAPED: Record<string, string> = { '&quot;': '"', '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#39;': "'" }

/** What a page posts to its opener, and its origin. Null: nothing. */
export function carried(html: string): { origin: string; answer: Record<string, unknown> } | null {
  const attribute = (name: string) => new RegExp(`data-${name}="([^"]*)"`, 'u').exec(html)?.[1]
  const [origin, answer] = [attribute('origin'), attribute('answer')]
  if (origin === undefined || answer === undefined) return null
  const text = answer.replace(/&(?:quot|amp|lt|gt|#39);/gu, (entity) => UNESCAPED[entity] ?? entity)
  return { origin, answer: JSON.parse(text) }
}

/** From the first page to the end of the window. */
export async function walk(
  window: ProviderWindow,
  flow: string,
  parameters: Record<string, string>,
  fields: Record<string, string>,
): Promise<Visit> {
  const begun = await window.begin(flow, parameters)
  const consented = await window.consent(locationOf(begun), fields)
  return window.visit((locationOf(consented) ?? '').replace(API, ''))
}
