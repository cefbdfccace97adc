import { isDeepStrictEqual } from 'node:util'
import type { Page, Request } from '@playwright/test'
import type { SentRequest } from './requests'

/** A request of the published client, as the browser sent it. */
export interface Asked {
  method: string
  path: string
  /** Names, sorted. */
  query: string[]
  body: string[] | 'multipart'
  headers: Record<string, string>
  status: number
  /** Code of an error response. */
  code: string | undefined
}

/** Records the API requests of a page. @returns all completed requests, in the order they were sent */
export function watchRequests(page: Page, api: string): () => Promise<Asked[]> {
  const asked: Promise<Asked | null>[] = []
  page.on('request', (request) => {
    const isCall = ['fetch', 'xhr'].includes(request.resourceType())
    if (isCall && request.url().startsWith(`${api}/`)) asked.push(read(request))
  })
  return async () => (await Promise.all(asked)).filter((one) => one !== null)
}

/** Null if the page was left before a response. */
async function read(request: Request): Promise<Asked | null> {
  const url = new URL(request.url())
  const response = await request.response()
  if (!response) return null
  const error: unknown = response.ok() ? undefined : await response.json().catch(() => undefined)
  const code: unknown = typeof error === 'object' && error ? Reflect.get(error, 'code') : undefined
  return {
    method: request.method(),
    path: url.pathname,
    query: [...url.searchParams.keys()].toSorted(),
    body: bodyOf(request),
    headers: await request.allHeaders(),
    status: response.status(),
    code: typeof code === 'string' ? code : undefined,
  }
}

function bodyOf(request: Request): Asked['body'] {
  if (request.headers()['content-type']?.startsWith('multipart/form-data')) return 'multipart'
  const body: unknown = request.postData() ? request.postDataJSON() : undefined
  return typeof body === 'object' && body ? Object.keys(body).toSorted() : []
}

/** Whether method and path match the row, whatever the parameters. */
export function isFor(asked: Asked, { method, path }: SentRequest): boolean {
  const pattern = path.replaceAll(/:\w+/gu, '[^/]+')
  return asked.method === method && new RegExp(`^${pattern}$`, 'u').test(asked.path)
}

/** Whether the request matches the row exactly, including its query and body names. */
export const isExactly = (asked: Asked, row: SentRequest): boolean =>
  isFor(asked, row) &&
  isDeepStrictEqual(asked.query, (row.query ?? []).toSorted()) &&
  isDeepStrictEqual(asked.body, row.body === 'multipart' ? row.body : (row.body ?? []).toSorted())
