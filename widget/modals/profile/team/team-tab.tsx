import type { PanelProps } from '../panel'

export function TeamTab({ texts }: PanelProps) {
  return <p>{texts.team_title}</p>
}
