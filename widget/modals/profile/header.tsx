import type { RefObject } from 'react'
import type { App } from '../../public'
import type { Texts } from '../texts/default-texts'
import { Logo } from '../ui/logo'
import { BackButton } from './back-button'
import { PersonIcon } from './person-icon'

interface HeaderProps {
  app: App
  texts: Texts
  titleId: string
  title: string
  headingRef: RefObject<HTMLHeadingElement | null> | null
  onBack: (() => void) | null
}

export function Header({ app, texts, titleId, title, headingRef, onBack }: HeaderProps) {
  return (
    <div className="profile-header">
      {onBack && <BackButton texts={texts} onClick={onBack} />}
      <Logo app={app} fallback={<PersonIcon />} />
      <h2 ref={headingRef} id={titleId} part="title" tabIndex={-1}>
        <bdi>{title}</bdi>
      </h2>
    </div>
  )
}
