/** The colours of the light set by their names, for what is drawn outside a browser. */
export type Palette = (name: string) => string

/**
 * Reads them where they are defined, so that pictures and pages never part.
 * @param css content of `styles/tokens.css`, whose first rule is the light set
 */
export function readPalette(css: string): Palette {
  const light = css.slice(0, css.indexOf('}'))
  return (name) => {
    const found = new RegExp(`--${name}:\\s*(#[0-9a-f]{6});`).exec(light)?.[1]
    if (found === undefined) throw new Error(`tokens.css has no colour --${name} of six digits.`)
    return found
  }
}
