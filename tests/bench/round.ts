import type { AttributeCost } from './measure-attributes'
import type { InspectorCost } from './measure-inspector'
import { median } from './median'

/** Figures that are compared, by the name of the page; the last two are third-party products. */
export const contenders = ['widget', 'eager', 'lazy', 'hanko', 'netlify'] as const
export type Contender = (typeof contenders)[number]

/** Times in milliseconds at the throttled speed, heap in bytes above an empty page. */
export interface Figures {
  scriptMs: number
  blockingMs: number
  heapBytes: number
  /** Click → form; the widget has preloaded modals. */
  clickMs: number
}

export interface Round {
  contenders: Record<Contender, Figures>
  /** The platform calls that any such script makes. */
  floorScriptMs: number
  /** The widget's click → form without preloading. */
  coldClickMs: number
  /** Pages of 10,000 elements with 1,000 directives, the widget's or Alpine's. */
  attributes: Record<'widget' | 'alpine', AttributeCost>
  inspector: InspectorCost
}

/** The median of all rounds, for each figure. */
export function medianRound(rounds: readonly Round[]): Round {
  const middle = (figure: (round: Round) => number): number => median(rounds.map(figure))
  const figuresOf = (name: Contender): Figures => ({
    scriptMs: middle((round) => round.contenders[name].scriptMs),
    blockingMs: middle((round) => round.contenders[name].blockingMs),
    heapBytes: middle((round) => round.contenders[name].heapBytes),
    clickMs: middle((round) => round.contenders[name].clickMs),
  })
  const attributesOf = (name: keyof Round['attributes']): AttributeCost => ({
    mountMs: middle((round) => round.attributes[name].mountMs),
    insertionMs: middle((round) => round.attributes[name].insertionMs),
  })
  return {
    contenders: {
      widget: figuresOf('widget'),
      eager: figuresOf('eager'),
      lazy: figuresOf('lazy'),
      hanko: figuresOf('hanko'),
      netlify: figuresOf('netlify'),
    },
    floorScriptMs: middle((round) => round.floorScriptMs),
    coldClickMs: middle((round) => round.coldClickMs),
    attributes: { widget: attributesOf('widget'), alpine: attributesOf('alpine') },
    inspector: {
      sliceMs: middle((round) => round.inspector.sliceMs),
      scanMs: middle((round) => round.inspector.scanMs),
      axeMs: middle((round) => round.inspector.axeMs),
    },
  }
}
