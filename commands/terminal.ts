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
