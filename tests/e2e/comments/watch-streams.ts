import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** The versions that streams of channels have reported to the page. */
    versionsReported: string[]
  }
}

/** Records what the streams of channels report. Call it before the first page. */
export const watchStreams = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.versionsReported = []
    window.EventSource = class extends EventSource {
      constructor(url: string | URL, init?: EventSourceInit) {
        super(url, init)
        this.addEventListener('change', ({ data }: MessageEvent<string>) => window.versionsReported.push(data))
      }
    }
  })

/** How often a stream has reported something. What the page then asks for is under way. */
export const reports = (page: Page): Promise<number> => page.evaluate(() => window.versionsReported.length)
