import type { PanelProps } from '../panel'

export function PlansTab({ texts }: PanelProps) {
  return <p>{texts.plans_title}</p>
}
