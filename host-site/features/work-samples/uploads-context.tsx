import { createContext, type ReactNode, useContext, useState } from 'react'
// Types only: every page has the provider, and few pages upload.
import type { Uploads } from './uploads'

/** By attempt. */
type KeptUploads = Map<string, Uploads>

const UploadsContext = createContext<KeptUploads | null>(null)

/** Keeps uploads going while their holder looks at other pages of the site. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const [kept] = useState((): KeptUploads => new Map())
  return <UploadsContext value={kept}>{children}</UploadsContext>
}

export function useKeptUploads(): KeptUploads {
  const kept = useContext(UploadsContext)
  if (!kept) throw new Error('Work samples stand outside UploadsProvider.')
  return kept
}
