import { useState } from 'react'
import { PersonIcon } from './person-icon'

/** A member's picture; a figure stands for one that is not there or cannot be had. */
export function Avatar({ src, alt }: { src: string | null; alt: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  return src && src !== broken ? <img src={src} alt={alt} onError={() => setBroken(src)} /> : <PersonIcon />
}
