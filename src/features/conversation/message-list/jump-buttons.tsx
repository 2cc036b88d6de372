import { ArrowUp, ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Button } from 'react-aria-components'
import { badgeText } from '#domain/formats/badge.ts'
import { Badge } from '#src/ui/badge.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Tooltip } from '#src/ui/tooltip.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './jump-buttons.module.css'

interface JumpButtonsProps {
  readonly hasLatest: boolean
  readonly hasFirstUnread: boolean
  /** Messages that wait below. */
  readonly newCount: number
  readonly onLatest: () => void
  readonly onFirstUnread: () => void
}

/** Float over the list: up to the first unread message, down to the latest with the number of new ones [VIEW-09 VIEW-10]. */
export const JumpButtons = (props: JumpButtonsProps) => {
  const text = useText()
  const countId = useId()
  return (
    <div className={styles.buttons}>
      {props.hasFirstUnread && (
        <Tooltip text={text('conversation.first-unread')} placement="top">
          <Button
            aria-label={text('conversation.first-unread')}
            className={classNames(styles.button)}
            onPress={props.onFirstUnread}
          >
            <ArrowUp aria-hidden="true" />
          </Button>
        </Tooltip>
      )}
      {props.hasLatest && (
        <Tooltip text={text('conversation.latest')} placement="top">
          <Button
            aria-label={text('conversation.latest')}
            aria-describedby={countId}
            className={classNames(styles.button)}
            onPress={props.onLatest}
          >
            {props.newCount > 0 && (
              <span className={styles.badge}>
                <Badge text={badgeText(props.newCount)} />
              </span>
            )}
            <ChevronDown aria-hidden="true" />
          </Button>
        </Tooltip>
      )}
      {props.newCount > 0 && (
        <span id={countId} hidden>
          {text('conversation.new-count', { count: props.newCount })}
        </span>
      )}
    </div>
  )
}
