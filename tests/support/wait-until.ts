import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Repeats until the check returns true.
 * @param what completes the sentence "Timed out waiting until …"
 */
export async function waitUntil(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
  everyMs = 25,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (await isSo()) return
    await sleep(everyMs)
  }
  throw new Error(`Timed out waiting until ${what}`)
}
