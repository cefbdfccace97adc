import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { chromium } from '@playwright/test'
import { launchOptions } from '../support/launch-browser'

export type Send = (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>

/** What the browser tells by itself. */
export interface DevtoolsEvent {
  method: string
  params: Readonly<Record<string, unknown>>
  /** Of the page that it is about. */
  sessionId?: string
}

type Listen = (event: DevtoolsEvent) => void

/** A Chromium that is driven by the DevTools protocol directly. */
export interface DevtoolsBrowser {
  /** @throws an error response of the browser */
  send: Send
  /** @returns ends it */
  listen(listener: Listen): () => void
  close(): Promise<void>
}

interface Answer extends Partial<DevtoolsEvent> {
  id?: number
  result?: Record<string, unknown>
  error?: { message: string }
}

/**
 * Starts Chromium for measuring. Playwright would watch the network of every page, which adds tens of milliseconds to the
 * first cookie read and request of a page; visitors do not pay that.
 */
export async function launchForMeasuring(): Promise<DevtoolsBrowser> {
  const { executablePath = chromium.executablePath(), chromiumSandbox, args = [] } = await launchOptions()
  const profile = await mkdtemp(join(tmpdir(), 'membership-bench-'))
  const flags = ['--headless', '--remote-debugging-pipe', '--no-first-run', `--user-data-dir=${profile}`, ...args]
  const child = spawn(executablePath, chromiumSandbox ? flags : [...flags, '--no-sandbox'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  // File descriptors of the protocol's two pipes in Chromium.
  const [into, from] = [child.stdio[3], child.stdio[4]]
  if (!(into instanceof Duplex && from instanceof Duplex)) throw new Error('Chromium cannot be spoken to.')
  const listeners = new Set<Listen>()
  const send = speak(into, from, (event) => listeners.forEach((tell) => tell(event)))
  return {
    send,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      await send('Browser.close').catch(() => child.kill())
      await ended
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** Messages are JSON, each followed by a zero byte; a response has the id of its command. */
function speak(into: Duplex, from: Duplex, tell: Listen): Send {
  const waiting = new Map<number, (answer: Answer) => void>()
  let lastId = 0
  let rest = ''
  from.setEncoding('utf8')
  from.on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const answer: Answer = JSON.parse(message)
      const { id, method, params = {}, sessionId } = answer
      if (id !== undefined) waiting.get(id)?.(answer)
      else if (method !== undefined) tell({ method, params, ...(sessionId !== undefined && { sessionId }) })
    }
  })
  const failAll = (): void => waiting.forEach((settle) => settle({ error: { message: 'The browser is gone.' } }))
  from.once('close', failAll)
  into.on('error', failAll)
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1)
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result ?? {})
      })
      into.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    })
}
