import { useContext, useState } from 'react'
import { webUrl } from '../../lib/urls'
import { CopyContext, useSidebar } from './sidebar-context'

interface ValueBoxProps {
  label: string
  value: unknown
  /** An image whatever its address ends in. */
  isImage?: boolean
}

const COLOR = /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(rgb|hsl|hwb|(ok)?(lab|lch))a?\([\w\s.,%/+-]+\))$/i
const IMAGE = /\.(png|jpe?g|gif)$/i

/** A click copies it. */
export function ValueBox({ label, value, isImage = false }: ValueBoxProps) {
  const copy = useContext(CopyContext)
  const text = textOf(value)
  if (text === '')
    return (
      <p className="value">
        <span>{label}</span>
        <i>Not set</i>
      </p>
    )
  return (
    <button type="button" className="value" title="Copy" onClick={() => copy(text)}>
      <span>{label}</span>
      <b>
        {COLOR.test(text) && (
          <svg className="swatch" aria-hidden="true">
            <rect width="100%" height="100%" fill={text} />
          </svg>
        )}
        {text}
      </b>
      {(isImage || IMAGE.test(text)) && <Picture key={text} address={text} />}
    </button>
  )
}

/** Beside its address, which says what it is. */
function Picture({ address }: { address: string }) {
  const { document } = useSidebar().window
  const [isBroken, setBroken] = useState(false)
  const url = webUrl(address, document.baseURI)
  return isBroken || !url ? (
    <i>This image cannot be shown.</i>
  ) : (
    <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
