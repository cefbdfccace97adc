import { useEffect, useRef } from 'react'

interface HeadingProps {
  /** The dialog is named by it. */
  id: string
  children: string
  /** Takes the focus when it appears: for a state that has nothing else to go to. */
  focused?: boolean
}

export function Heading({ id, children, focused = false }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <h2 ref={heading} id={id} part="title" tabIndex={focused ? -1 : undefined}>
      {children}
    </h2>
  )
}
