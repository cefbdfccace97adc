import { Icon, type IconName } from './icon'

export interface FeatureProps {
  icon: IconName
  title: string
  text: string
  /** Of the heading, by where it stands on the page. */
  level?: 'h2' | 'h3'
}

/** What an item of a list says: a drawing, a heading, a sentence. */
export function Feature({ icon, title, text, level: Heading = 'h3' }: FeatureProps) {
  return (
    <>
      <Icon name={icon} size={28} />
      <Heading>{title}</Heading>
      <p className="soft">{text}</p>
    </>
  )
}
