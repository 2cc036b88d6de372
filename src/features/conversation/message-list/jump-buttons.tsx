import { ArrowUp, ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { badgeText } from '#domain/formats/row-badge.ts'
import { Badge } from '#src/ui/badge.tsx'
import { PressButton } from '#src/ui/press-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useTooltip } from '#src/ui/use-tooltip.tsx'
import styles from './jump-buttons.module.css'

interface JumpButtonsProps {
  readonly hasLatest: boolean
  readonly hasFirstUnread: boolean
  /** Unread messages below the viewport. */
  readonly newCount: number
  readonly onLatest: () => void
  readonly onFirstUnread: () => void
}

/** Floating buttons: to the first unread message, and to the latest with the number of new ones [VIEW-09 VIEW-10]. */
export const JumpButtons = (props: JumpButtonsProps) => {
  const text = useText()
  const countId = useId()
  return (
    <div className={styles.buttons}>
      {props.hasFirstUnread && (
        <JumpButton label={text('conversation.first-unread')} onPress={props.onFirstUnread}>
          <ArrowUp aria-hidden="true" />
        </JumpButton>
      )}
      {props.hasLatest && (
        <div className={styles.counted}>
          <JumpButton label={text('conversation.latest')} describedBy={countId} onPress={props.onLatest}>
            <ChevronDown aria-hidden="true" />
          </JumpButton>
          {/* Outside the button, whose name must contain its visible text. */}
          {props.newCount > 0 && (
            <span className={styles.badge}>
              <Badge text={badgeText(props.newCount)} />
            </span>
          )}
        </div>
      )}
      {props.newCount > 0 && (
        <span id={countId} hidden>
          {text('conversation.new-count', { count: props.newCount })}
        </span>
      )}
    </div>
  )
}

interface JumpButtonProps {
  readonly label: string
  /** Details for the accessible description. */
  readonly describedBy?: string
  readonly onPress: () => void
  readonly children: ReactNode
}

const JumpButton = ({ label, describedBy, onPress, children }: JumpButtonProps) => {
  const { target, tooltip } = useTooltip({ text: label, placement: 'top' })
  const described = [describedBy, target['aria-describedby']].filter(Boolean).join(' ')
  return (
    <>
      <PressButton
        {...target}
        aria-label={label}
        aria-describedby={described || undefined}
        className={styles.button}
        onPress={onPress}
      >
        {children}
      </PressButton>
      {tooltip}
    </>
  )
}
