import answer from './drawings/answer.svg?no-inline'
import chain from './drawings/chain.svg?no-inline'
import fan from './drawings/fan.svg?no-inline'
import lost from './drawings/lost.svg?no-inline'
import loupe from './drawings/loupe.svg?no-inline'
import pick from './drawings/pick.svg?no-inline'
import seal from './drawings/seal.svg?no-inline'
import share from './drawings/share.svg?no-inline'
import show from './drawings/show.svg?no-inline'
import strike from './drawings/strike.svg?no-inline'

/** Colored by styles/drawing.css. Name → file and its view box. */
export const drawings = {
  pick: { file: pick, width: 240, height: 160 },
  answer: { file: answer, width: 240, height: 160 },
  show: { file: show, width: 240, height: 160 },
  share: { file: share, width: 240, height: 160 },
  loupe: { file: loupe, width: 400, height: 320 },
  strike: { file: strike, width: 400, height: 190 },
  fan: { file: fan, width: 400, height: 220 },
  lost: { file: lost, width: 360, height: 290 },
  chain: { file: chain, width: 580, height: 142 },
  seal: { file: seal, width: 120, height: 120 },
} as const satisfies Record<string, { file: string; width: number; height: number }>

export type DrawingName = keyof typeof drawings

/** Decorative, so hidden from screen readers. The paths stay in a file, out of the script. */
export function Drawing({ name }: { name: DrawingName }) {
  const { file, width, height } = drawings[name]
  return (
    <svg className={`drawing drawing-${name}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <use href={`${file}#drawing`} />
    </svg>
  )
}

/** The product's logo, decorative beside the name. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M4 2h16l9 9v17a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z" fill="var(--accent)" />
      <circle cx="8.5" cy="8.5" r="2.6" fill="none" stroke="var(--brass-bright)" strokeWidth="1.8" />
      <path
        d="M9 19.5l5 5 9.5-10.5"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
