import { createContext, useContext } from 'react'
import type { SidebarSettings } from './mount-sidebar'

/** What every part of the sidebar may ask for. */
export const SidebarContext = createContext<SidebarSettings | null>(null)

export function useSidebar(): SidebarSettings {
  const settings = useContext(SidebarContext)
  if (!settings) throw new Error('This is no part of the sidebar.')
  return settings
}

/** Puts text on the clipboard and says so. */
export const CopyContext = createContext<(text: string) => void>(() => {})
