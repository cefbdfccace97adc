const ASK_AGAIN_MS = 5_000

/**
 * Nobody reads a hidden page: it must come to life by itself.
 * @param ask what may bring an answer
 * @param isWanted whether the answer is still missed; asked before each call
 * @returns the end of it
 */
export function keepAsking(ask: () => Promise<unknown>, isWanted: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout>
  const again = (): void => {
    timer = setTimeout(() => {
      if (isWanted()) void ask().then(again, again)
    }, ASK_AGAIN_MS)
  }
  again()
  return () => clearTimeout(timer)
}
