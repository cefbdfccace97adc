import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Button as AriaButton, Link as AriaLink, ToggleButton, Toolbar as AriaToolbar } from 'react-aria-components'
import type { ButtonProps as AriaButtonProps, LinkProps as AriaLinkProps } from 'react-aria-components'
import { uiTexts } from '../texts/english/ui'
import { useTexts } from '../texts/texts'
import { Icon } from './icon'
import type { IconName } from './icon'

/** `primary`: at most one on a screen. `danger`: only where something is lost. */
type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Look {
  kind?: ButtonKind
  size?: 'small'
  icon?: IconName
  children: ReactNode
}

export interface ButtonProps extends Look, Omit<AriaButtonProps, 'children' | 'className' | 'style'> {}

/**
 * While `isPending`, it keeps its label and focus, and a second press does nothing. The `isPending` of React Aria is not
 * used: its announcement refers to the button, and has no name once a dialog with the button has closed.
 */
export function Button({ kind = 'secondary', size, icon, children, isPending = false, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} {...(isPending && PENDING)} className="button" data-kind={kind} data-size={size}>
      {isPending ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  )
}

/** Neither pressed nor sent with its form; screen readers call it unavailable. */
const PENDING = { 'aria-disabled': true, type: 'button', onPress: () => undefined } as const

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  icon: IconName
  /** Its accessible name and tooltip. */
  label: string
}

export function IconButton({ icon, label, kind = 'quiet', size, ...props }: IconButtonProps) {
  return (
    <AriaButton {...props} aria-label={label} className="button" data-kind={kind} data-size={size} data-icon-only>
      <Icon name={icon} />
    </AriaButton>
  )
}

export interface ToolButtonProps {
  icon: IconName
  label: string
  /** Absent: it acts once. */
  isOn?: boolean
  isDisabled?: boolean
  onPress: () => void
}

/** One place in the order of Tab; arrow keys move inside. */
export const Toolbar = ({ label, children }: { label: string; children: ReactNode }) => (
  <AriaToolbar className="toolbar" aria-label={label}>
    {children}
  </AriaToolbar>
)

export function ToolButton({ icon, label, isOn, isDisabled = false, onPress }: ToolButtonProps) {
  if (isOn === undefined)
    return <IconButton icon={icon} label={label} size="small" isDisabled={isDisabled} onPress={onPress} />
  return (
    <ToggleButton
      className="button"
      data-kind="quiet"
      data-size="small"
      data-icon-only
      aria-label={label}
      isSelected={isOn}
      isDisabled={isDisabled}
      onChange={onPress}
    >
      <Icon name={icon} />
    </ToggleButton>
  )
}

interface LinkProps extends Omit<AriaLinkProps, 'children' | 'className' | 'style'> {
  children: ReactNode
  className?: string
}

/** Inside the console it changes the screen without loading a page. */
export const Link = ({ className = 'link', ...props }: LinkProps) => <AriaLink {...props} className={className} />

/** A link that looks like a button. */
export function LinkButton({ kind = 'secondary', size, icon, children, ...props }: Look & LinkProps) {
  return (
    <AriaLink {...props} className="button" data-kind={kind} data-size={size}>
      {icon && <Icon name={icon} />}
      {children}
    </AriaLink>
  )
}

/** How long "Copied" shows. */
const COPIED_MS = 2_000

/** Copies a text and says so, also to screen readers. @param what names the text if several can be copied */
export function CopyButton({ text, what, kind = 'secondary' }: { text: string; what?: string; kind?: ButtonKind }) {
  const t = useTexts(uiTexts)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <>
      <Button
        kind={kind}
        size="small"
        icon={isCopied ? 'check' : 'copy'}
        {...(what && { 'aria-label': t.copyCode({ what }) })}
        onPress={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {isCopied ? t.copied : t.copy}
      </Button>
      <output className="visually-hidden">{isCopied ? t.copied : ''}</output>
    </>
  )
}
