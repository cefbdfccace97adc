/**
 * Calls back when the page's path changes without a page load, as single-page sites do. History keeps working as it
 * did, for other wrappers around it too.
 * @returns undoes it
 */
export function watchPath(window: Window, onChange: () => void): () => void {
  const { history, location } = window
  let path = location.pathname
  let watching = true
  const check = (): void => {
    if (!watching || location.pathname === path) return
    path = location.pathname
    onChange()
  }
  const restores = (['pushState', 'replaceState'] as const).map((name) => wrap(history, name, check))
  window.addEventListener('popstate', check)
  return () => {
    watching = false
    restores.forEach((restore) => restore())
    window.removeEventListener('popstate', check)
  }
}

function wrap(history: History, name: 'pushState' | 'replaceState', after: () => void): () => void {
  const original = history[name]
  const wrapper: History[typeof name] = function wrapped(this: History, ...args) {
    original.apply(this, args)
    after()
  }
  history[name] = wrapper
  return () => {
    // Someone who wrapped ours keeps it: taking it away would undo theirs as well.
    if (history[name] === wrapper) history[name] = original
  }
}
