import { atom } from 'nanostores'
import type { App } from '../../contract/entities'

/** The app as the server last described it; null until it has. */
export const $app = atom<App | null>(null)

export const setApp = (app: App): void => $app.set(app)
