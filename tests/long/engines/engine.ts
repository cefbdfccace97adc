/** A browser for the journeys: real pointer and keyboard, and only features that every driver has. */
export interface Engine {
  name: string
  open(): Promise<EngineBrowser>
}

export interface EngineBrowser {
  /** A tab of the shared profile. */
  newTab(): Promise<EngineTab>
  close(): Promise<void>
}

export interface EngineTab {
  goto(url: string): Promise<void>
  /**
   * Runs a function in the page; it can't use variables of the test.
   * @returns its result, which must survive JSON
   */
  run<Args extends readonly unknown[], Result>(script: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** CSS pixels from the top left of the viewport. */
  clickAt(x: number, y: number): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
}

export const keys = ['Escape', 'Enter', 'Tab', 'Backspace'] as const
export type Key = (typeof keys)[number]
