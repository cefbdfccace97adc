/** A browser as the journeys drive it: real pointer and keyboard, and nothing that only one driver can do. */
export interface Engine {
  name: string
  open(): Promise<EngineBrowser>
}

export interface EngineBrowser {
  /** A tab of the one profile. */
  newTab(): Promise<EngineTab>
  close(): Promise<void>
}

export interface EngineTab {
  goto(url: string): Promise<void>
  /**
   * Runs a function in the page; it may use nothing from around it.
   * @returns what it returns, which must survive JSON
   */
  run<Args extends readonly unknown[], Result>(script: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** CSS pixels from the corner of the viewport. */
  clickAt(x: number, y: number): Promise<void>
  /** Into whatever has the focus. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
}

export const keys = ['Escape', 'Enter', 'Tab', 'Backspace'] as const
export type Key = (typeof keys)[number]
