import type { ReactNode } from 'react'

interface EntryProps {
  /** Of a person. */
  picture?: ReactNode
  name: string
  /** What there is to say about it, a line each. */
  notes?: readonly (string | false | undefined)[]
  /** What can be done with it. */
  children?: ReactNode
}

/** One of a list's plans or people. */
export function Entry({ picture, name, notes, children }: EntryProps) {
  return (
    <li className="entry" part="row">
      {picture}
      <div>
        <bdi>{name}</bdi>
        {notes?.map((note) => note && <p key={note}>{note}</p>)}
      </div>
      {children}
    </li>
  )
}
