/** A tag with nothing on it. */
export function BlankTag() {
  return (
    <svg className="blank-tag" viewBox="0 0 120 140" aria-hidden="true">
      <path d="M9 1h78l32 32v98a8 8 0 0 1-8 8H9a8 8 0 0 1-8-8V9a8 8 0 0 1 8-8z" />
      <circle cx="22" cy="22" r="8" />
      <path d="M16 62h56M16 80h36M16 116h88" />
    </svg>
  )
}
