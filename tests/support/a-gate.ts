/** A promise that a test resolves: whoever waits for `opened` goes on after `open`. */
export function aGate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
