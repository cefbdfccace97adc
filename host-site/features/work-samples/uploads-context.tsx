import { createContext, type ReactNode, useContext, useState } from 'react'
// Types only: every page has the provider, but few upload.
import type { Uploads } from './uploads'

/** By attempt ID. */
type KeptUploads = Map<string, Uploads>

const UploadsContext = createContext<KeptUploads | null>(null)

/** Uploads continue while the user visits other pages of the site. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const [kept] = useState((): KeptUploads => new Map())
  return <UploadsContext value={kept}>{children}</UploadsContext>
}

export function useKeptUploads(): KeptUploads {
  const kept = useContext(UploadsContext)
  if (!kept) throw new Error('useKeptUploads needs an UploadsProvider above it')
  return kept
}
