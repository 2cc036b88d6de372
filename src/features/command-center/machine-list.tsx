import { memo } from 'react'
import type { InspectedActor } from '#schemas/cross-tab/inspection.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './machine-list.module.css'
import { innermost, orderActors } from './machine-order.ts'

/** Every machine of the watched tab with the state it is in; choosing one shows its chart. */
export const MachineList = memo(({ actors, chosen, onChoose }: MachineListProps) => {
  const text = useText()
  return (
    <ul aria-label={text('inspection.machines')} className={styles.list}>
      {orderActors(actors).map(({ actor, depth }) => (
        <li key={actor.session} style={{ paddingInlineStart: `${depth * 0.75}rem` }}>
          <button
            type="button"
            aria-current={actor.session === chosen?.session}
            data-ended={actor.status !== 'active'}
            className={styles.machine}
            onClick={() => onChoose(actor)}
          >
            <span className={styles.name}>
              {actor.name}
              {actor.status !== 'active' && (
                <span className={styles.status}>{text(`inspection.status.${actor.status}`)}</span>
              )}
            </span>
            <span className={styles.state}>{innermost(actor)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
})

interface MachineListProps {
  readonly actors: readonly InspectedActor[]
  readonly chosen: InspectedActor | undefined
  readonly onChoose: (actor: InspectedActor) => void
}
