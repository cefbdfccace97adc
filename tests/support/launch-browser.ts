import { chromium } from '@playwright/test'
import type { Browser, LaunchOptions } from '@playwright/test'
import { findBrowser } from './find-browser'

/** How every test starts Chromium: quiet, without look-ups at outside services; no sandbox as root, where it cannot be. */
export async function launchOptions(): Promise<LaunchOptions> {
  const executablePath = await findBrowser()
  return {
    ...(executablePath && { executablePath }),
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--gaia-url=http://127.0.0.1:9',
      '--component-updater=url-source=http://127.0.0.1:9',
      '--disable-extensions',
      '--allow-browser-signin=false',
    ],
  }
}

/** @param extra arguments that one test needs on top */
export async function launchBrowser(...extra: string[]): Promise<Browser> {
  const options = await launchOptions()
  return chromium.launch({ ...options, args: [...(options.args ?? []), ...extra] })
}
