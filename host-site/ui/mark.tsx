/** The product's mark: a tag with an eyelet, one corner cut, and a check. Decoration beside the name. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M4 2h16l9 9v17a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z" fill="var(--accent)" />
      <circle cx="8.5" cy="8.5" r="2.6" fill="none" stroke="var(--brass-bright)" strokeWidth="1.8" />
      <path
        d="M9 19.5l5 5 9.5-10.5"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
