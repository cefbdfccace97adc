/** For an app without a logo and a member without a picture. It says nothing: what stands beside it does. */
export function PersonIcon() {
  return (
    <svg className="person" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="7.5" r="3" />
      <path d="M4.5 16.5a5.6 5.6 0 0 1 11 0" />
    </svg>
  )
}
