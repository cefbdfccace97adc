import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

export interface Terminal {
  /** @returns the typed line; null if the input has ended */
  ask(question: string): Promise<string | null>
  say(line: string): void
}

/**
 * Reads input from the first question on; pasted lines answer one question each.
 * @param output stderr, because stdout is for results
 */
export function openTerminal(input: Readable, output: Writable): Terminal & { close(): void } {
  let lines: ReturnType<typeof createInterface> | null = null
  let answers: AsyncIterator<string> | null = null
  return {
    async ask(question) {
      lines ??= createInterface({ input, output })
      answers ??= lines[Symbol.asyncIterator]()
      // As the prompt, the question stays visible while the answer is edited.
      lines.setPrompt(question)
      lines.prompt()
      const { value, done } = await answers.next()
      return done ? null : value
    },
    say: (line) => void output.write(`${line}\n`),
    close: () => lines?.close(),
  }
}

/** Control and bidi characters in foreign text must not control the terminal. */
export const escapeControlChars = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')

/** JSON with such characters escaped. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
