const HEX = /^#[0-9a-f]{6}$/iu
/** WCAG: text on its background. */
const TEXT_CONTRAST = 4.5

interface ColorPair {
  ground: string
  text: string
}

/**
 * The colors of an app's main button, for mails and hosted pages.
 * @param colors of the app's branding
 * @returns null unless both are `#rrggbb` and the text is readable: only such colors may reach a style sheet
 */
export function readablePair(colors: Readonly<Record<string, string>> | undefined): ColorPair | null {
  const { primaryButton: ground = '', primaryButtonText: text = '' } = colors ?? {}
  if (!HEX.test(ground) || !HEX.test(text) || contrast(ground, text) < TEXT_CONTRAST) return null
  return { ground, text }
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((first, second) => first - second)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
