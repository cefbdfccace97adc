import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as v from 'valibot'

/** A program of the bench in its own process; it talks by messages. */
export interface Program {
  pid: number
  /** Sends a message and resolves with the next reply. */
  ask(message: object | string): Promise<unknown>
  stop(): Promise<void>
}

/**
 * Starts one of the bundles beside this one and resolves when it reports that it is ready.
 * @returns the program and its first message
 */
export async function startProgram(
  bundle: 'bare-server' | 'peer-server' | 'load-program' | 'probe',
  env: Record<string, string> = {},
): Promise<{ program: Program; ready: unknown }> {
  const child = fork(new URL(`${bundle}.mjs`, import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
  const ready = await answerOf(child)
  const ask = (message: object): Promise<unknown> => {
    const answer = answerOf(child)
    child.send(message)
    return answer
  }
  return { program: { pid: child.pid ?? 0, ask, stop: () => stop(child) }, ready }
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const heard = new AbortController()
  const { signal } = heard
  try {
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error('A program of the bench ended by itself; the lines above may say why.')
    })
    const [message]: unknown[] = await Promise.race([once(child, 'message', { signal }), ended])
    return message
  } finally {
    heard.abort()
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The first message of a program that serves. */
export const servingSchema = v.object({ url: v.string() })
