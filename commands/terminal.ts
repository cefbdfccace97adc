import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

export interface Terminal {
  /** Asks one question. @returns the line that was typed; null when the input has ended */
  ask(question: string): Promise<string | null>
  /** Writes a line that is no question. */
  say(line: string): void
}

/**
 * Asks on a terminal. The input is read from the first question on, and lines that are pasted together answer one after the other.
 * @param output not the standard output, which is for what programs read
 */
export function openTerminal(input: Readable, output: Writable): Terminal & { close(): void } {
  let lines: ReturnType<typeof createInterface> | null = null
  let answers: AsyncIterator<string> | null = null
  return {
    async ask(question) {
      lines ??= createInterface({ input, output })
      answers ??= lines[Symbol.asyncIterator]()
      // As its prompt, a question stays while what is typed after it is changed.
      lines.setPrompt(question)
      lines.prompt()
      const { value, done } = await answers.next()
      return done ? null : value
    },
    say: (line) => void output.write(`${line}\n`),
    close: () => lines?.close(),
  }
}
