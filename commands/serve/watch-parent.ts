const CHECK_MS = 250

/**
 * Calls back once when the parent process is gone. npm runs scripts in a shell, and a signal to npm ends that shell but
 * not the program in it, which would keep its ports.
 * @param env only starts through npm are watched: a program started by hand may outlive its terminal
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
