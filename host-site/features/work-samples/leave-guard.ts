/** Has the browser ask before the page is left, for as long as that would lose something. */
export function createLeaveGuard(window: Window): (isUnfinished: boolean) => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  // A listener that is always there would keep the page out of the browser's back and forward store.
  return (isUnfinished) =>
    isUnfinished ? window.addEventListener('beforeunload', ask) : window.removeEventListener('beforeunload', ask)
}
