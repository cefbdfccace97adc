const CHECK_MS = 250

/**
 * Calls back once when the process that started this one is gone. npm runs a script in a shell, and a signal to npm
 * alone ends that shell but never reaches the program in it, which would stay behind and keep its ports.
 * @param env only a start through npm is watched: a program that was started by hand may have to outlive the terminal
 */
export function watchParent(env: Readonly<Record<string, string | undefined>>, onGone: () => void): void {
  if (!env['npm_lifecycle_event']) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, CHECK_MS)
  timer.unref()
}
