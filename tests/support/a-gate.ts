/** A promise that a test resolves: what awaits `opened` continues after `open`. */
export function aGate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
