import type { Setting, SettingShape } from '../../api/lib/settings'

/** How a value is written, for people. */
export function shapeInWords(shape: SettingShape): string {
  if (shape.is === 'integer') return `a whole number from ${shape.from} to ${shape.to}`
  if (shape.is === 'choice') return `\`${shape.of.slice(0, -1).join('`, `')}\` or \`${shape.of.at(-1) ?? ''}\``
  return shape.is === 'origin' ? 'an origin: `https://…` without a path' : codeLike(shape.like)
}

/** What counts when nothing is said. */
export const defaultInWords = ({ default: fallback }: Setting): string =>
  'value' in fallback ? `\`${fallback.value}\`` : fallback.none

/** What is to be typed stands as code; what is said about it does not. */
const codeLike = (like: string): string => (/[<…:]/u.test(like) && !like.includes('`') ? `\`${like}\`` : like)
