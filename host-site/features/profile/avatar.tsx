import { useState } from 'react'
import { initialsOf } from '../../lib/initials-of'
import type { Holder } from './profile-view'

/** The picture, or the initials where there is none or it does not load. The name stands beside it. */
export function Avatar({ name, picture }: Pick<Holder, 'name' | 'picture'>) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className="avatar" aria-hidden="true">
      {picture !== null && picture !== broken ? (
        <img src={picture} alt="" width={112} height={112} onError={() => setBroken(picture)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}
