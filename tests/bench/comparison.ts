import { alignColumns } from './format-table'
import { type Contender, contenders, type Round } from './round'

const names: Readonly<Record<Contender, readonly [name: string, note: string]>> = {
  widget: ['this widget', ''],
  eager: ['React 19, evaluated at load', 'bare form; for the load figures it is on the page from the start'],
  lazy: ['React 19, evaluated at the click', 'bare form, no network'],
  hanko: ['Hanko Elements 2.7.0', 'its flow service answered from here without delay; form seen, focus not awaited'],
  netlify: ['Netlify Identity 2.0.3', 'its settings answered from here without delay; form seen, focus not awaited'],
}

/** All measured figures side by side, as a terminal table. */
export function formatComparison({ contenders: figures, coldClickMs }: Round): string {
  const ms = (value: number): string => `${value.toFixed(1)} ms`
  const row = (name: Contender): string[] => {
    const { scriptMs, blockingMs, heapBytes, clickMs } = figures[name]
    const note = name === 'widget' ? `warmed; ${ms(coldClickMs)} cold` : names[name][1]
    return [names[name][0], ms(scriptMs), ms(blockingMs), `${(heapBytes / 1000).toFixed(0)} kB`, ms(clickMs), note]
  }
  return alignColumns([['', 'script at load', 'blocking', 'heap', 'click → form', ''], ...contenders.map(row)])
}
