import { chromium } from '@playwright/test'
import type { Browser, LaunchOptions } from '@playwright/test'
import { findBrowser } from './find-browser'

/** Chromium without calls to outside services; as root without a sandbox, which cannot work. */
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

/** @param extra additional arguments */
export async function launchBrowser(...extra: string[]): Promise<Browser> {
  const options = await launchOptions()
  return chromium.launch({ ...options, args: [...(options.args ?? []), ...extra] })
}
