import { expect } from 'vitest'
import { createSiteApi } from '../../../../host-site/lib/site-api'
import { createUploads, type Uploads } from '../../../../host-site/features/work-samples/uploads'
import type { SampleFile } from '../../../../host-site/features/work-samples/sample-file'
import { openWorkSamples, type Holder, type WorkSampleApi } from '../../../support/open-work-samples'

/** The connection between page and API; requests or responses can be dropped. */
export interface Line {
  /** False drops the request; `lost` drops the response. */
  passes: (method: string, path: string) => boolean | 'lost'
  /** Attempted requests, as `PUT /trusttag/samples/…`. */
  asked: string[]
}

/** Uploads over the real API. Pauses last until the test ends them. */
export async function openUploads() {
  const api = await openWorkSamples()
  const holder = await api.holder()
  return { api, holder, ...openPage(api, holder), another: () => openPage(api, holder) }
}

/** A new page, as after a reload. */
function openPage(api: WorkSampleApi, holder: Holder) {
  const line: Line = { passes: () => true, asked: [] }
  const asleep = new Set<() => void>()
  const slept: number[] = []
  const guarded: boolean[] = []
  const uploads = createUploads({
    api: createSiteApi({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has every property of the document that is used
      document: { querySelector: () => membershipTag } as unknown as Document,
      fetch: (url, init) => over(api, line, url, init),
      token: async () => holder.how.token ?? null,
      visitor: { read: () => null, keep: () => {} },
      subtle: undefined,
      report: () => {},
    }),
    attemptId: holder.attemptId,
    now: () => 0,
    guard: (isUnfinished) => guarded.push(isUnfinished),
    pause: (seconds, signal) =>
      new Promise((resolve) => {
        slept.push(seconds)
        asleep.add(resolve)
        signal.addEventListener('abort', () => resolve())
      }),
  })
  return {
    uploads,
    line,
    slept,
    guarded,
    /** Ends a pause. */
    wake(): void {
      for (const resolve of asleep) resolve()
      asleep.clear()
    },
    /** Waits for these statuses. */
    reach: (...statuses: SampleFile['status'][]) => expect.poll(() => statusesOf(uploads)).toEqual(statuses),
  }
}

const membershipTag = { src: 'http://localhost:4001/membership.js', dataset: { memberstackApp: 'app_trusttag' } }

export const statusesOf = (uploads: Uploads) => uploads.state().files.map(({ status }) => status)

async function over(api: WorkSampleApi, line: Line, url: string, init: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(url)
  const method = init.method ?? 'GET'
  line.asked.push(`${method} ${pathname}`)
  const passes = line.passes(method, pathname)
  if (passes === false) throw new TypeError('Failed to fetch')
  const headers = new Headers(init.headers)
  headers.set('Origin', 'http://localhost:4000')
  const answer = await api.request(pathname + search, {
    ...init,
    headers,
  })
  init.signal?.throwIfAborted()
  if (passes === 'lost') throw new TypeError('Failed to fetch')
  return answer
}

export const aFile = (name: string, content: Uint8Array<ArrayBuffer>, lastModified = 1): File =>
  new File([content], name, { lastModified })
