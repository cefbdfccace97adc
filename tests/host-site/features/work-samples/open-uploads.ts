import { expect } from 'vitest'
import { createSiteApi } from '../../../../host-site/lib/site-api'
import { createUploads, type Uploads } from '../../../../host-site/features/work-samples/uploads'
import type { SampleFile } from '../../../../host-site/features/work-samples/sample-file'
import { openWorkSamples, type Holder, type WorkSampleApi } from '../../../support/open-work-samples'

/** The line between the page and the API: what goes over it can be cut, before it arrives or on the way back. */
export interface Line {
  /** Answers false to cut the request off; `lost` to let it arrive and lose the answer. */
  passes: (method: string, path: string) => boolean | 'lost'
  /** `PUT /trusttag/samples/…`, one for each request that was tried. */
  asked: string[]
}

/** The uploads of a member's assessment, over the real API. Pauses last until the test wakes them. */
export async function openUploads() {
  const api = await openWorkSamples()
  const holder = await api.holder()
  return { api, holder, ...openPage(api, holder), another: () => openPage(api, holder) }
}

/** A page of the holder's, as after a reload. */
function openPage(api: WorkSampleApi, holder: Holder) {
  const line: Line = { passes: () => true, asked: [] }
  const asleep = new Set<() => void>()
  const slept: number[] = []
  const guarded: boolean[] = []
  const uploads = createUploads({
    api: createSiteApi({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of the document
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
    /** The network is back, or the time is over. */
    wake(): void {
      for (const resolve of asleep) resolve()
      asleep.clear()
    },
    /** Waits until every file stands so. */
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
