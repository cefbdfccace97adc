import { useState } from 'react'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'

/**
 * The tab that the address names after its `#`, so that the back button and links know it. Another name there, such as that of
 * the page's content, changes nothing.
 * @param names the first is chosen where the address names none
 */
export function useChosenTab<Name extends string>(
  names: readonly [Name, ...Name[]],
): [Name, (name: Name, by: 'pointer' | 'arrow') => void] {
  const hash = useLocationProperty(
    () => window.location.hash,
    () => '',
  )
  const [last, setLast] = useState(names[0])
  const named = hash === '' ? names[0] : (names.find((name) => hash === `#${name}`) ?? last)
  if (named !== last) setLast(named)
  // Whoever runs over the tabs with the arrows would have to go back through all of them.
  return [named, (name, by) => navigate(`#${name}`, { replace: by === 'arrow' })]
}
