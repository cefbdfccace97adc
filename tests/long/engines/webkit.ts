import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { Builder, Capabilities, Key as SeleniumKey } from 'selenium-webdriver'
import type { WebDriver } from 'selenium-webdriver'
import { freePort } from '../../support/free-port'
import { isListening } from '../../support/is-listening'
import { waitUntil } from '../../support/wait-until'
import type { Engine, EngineBrowser, EngineTab, Key } from './engine'
import { findMiniBrowser, findProgram } from './find-program'

const seleniumKeys: Readonly<Record<Key, string>> = {
  Escape: SeleniumKey.ESCAPE,
  Enter: SeleniumKey.ENTER,
  Tab: SeleniumKey.TAB,
  Backspace: SeleniumKey.BACK_SPACE,
}

/** Debian's WebKit, over WebDriver on a virtual display; null if a part is missing. */
export function webkit(): Engine | null {
  const [driver, display, binary] = [findProgram('WebKitWebDriver'), findProgram('Xvfb'), findMiniBrowser()]
  if (!driver || !display || !binary) return null
  return { name: 'WebKit', open: () => open({ driver, display, binary }) }
}

async function open(programs: { driver: string; display: string; binary: string }): Promise<EngineBrowser> {
  const started: ChildProcess[] = []
  const endAll = (): void => started.forEach((child) => void child.kill())
  try {
    const DISPLAY = await startDisplay(programs.display, started)
    const port = await freePort()
    const env = { ...process.env, DISPLAY }
    started.push(spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' }))
    await waitUntil('the WebKit driver listens', () => isListening(port))
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: programs.binary, args: ['--automation'] },
    })
    const session = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build()
    return browserOf(session, endAll)
  } catch (error) {
    endAll()
    throw error
  }
}

/** @returns its name, such as `:1` */
async function startDisplay(program: string, started: ChildProcess[]): Promise<string> {
  const child = spawn(program, ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  started.push(child)
  let number = ''
  child.stdout.on('data', (chunk: Buffer) => (number += chunk.toString()))
  await waitUntil('there is a display', () => number.includes('\n'))
  return `:${number.trim()}`
}

function browserOf(session: WebDriver, endAll: () => void): EngineBrowser {
  let isFirst = true
  return {
    async newTab() {
      // A background tab is not rendered and can't be clicked: each tab gets a window.
      if (!isFirst) await session.switchTo().newWindow('window')
      isFirst = false
      return tabOf(session, await session.getWindowHandle())
    },
    async close() {
      await session.quit().finally(endAll)
    },
  }
}

/** One session drives all tabs: every command goes to the front one. */
function tabOf(session: WebDriver, handle: string): EngineTab {
  const inFront = async (): Promise<WebDriver> => {
    if ((await session.getWindowHandle()) !== handle) await session.switchTo().window(handle)
    return session
  }
  return {
    goto: async (url) => (await inFront()).get(url),
    run: async (script, ...args) => (await inFront()).executeScript(script, ...args),
    clickAt: async (x, y) => {
      const actions = (await inFront()).actions()
      await actions
        .move({ x: Math.round(x), y: Math.round(y) })
        .click()
        .perform()
    },
    type: async (text) => (await inFront()).actions().sendKeys(text).perform(),
    press: async (key) => (await inFront()).actions().sendKeys(seleniumKeys[key]).perform(),
  }
}
