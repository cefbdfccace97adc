/**
 * Makes what shows that a button's windows are open: it is busy until the last of them has ended.
 * @returns begins one; what that returns ends it
 */
export function createBusy(button: HTMLElement): () => () => void {
  let open = 0
  return () => {
    open += 1
    button.setAttribute('aria-busy', 'true')
    return () => {
      open -= 1
      if (open === 0) button.removeAttribute('aria-busy')
    }
  }
}
