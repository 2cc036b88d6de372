import { useMemo } from 'react'
import type { InspectedStep } from '#schemas/cross-tab/inspection.ts'
import { type MessageWay, messageWays } from '#src/inspection/time-travel.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './health.module.css'

/** The newest messages that are shown. */
const waysShown = 12

/** The way of each message from frame to bubble, or from submission to acknowledgement, as a row of timed stages. */
export const MessageWays = ({ steps }: { readonly steps: readonly InspectedStep[] }) => {
  const text = useText()
  const ways = useMemo(() => messageWays(steps).slice(-waysShown).reverse(), [steps])
  return (
    <section aria-label={text('inspection.message-ways')}>
      <h2 className={styles.heading}>{text('inspection.message-ways')}</h2>
      {ways.length === 0 && <p className={styles.note}>{text('inspection.nothing-yet')}</p>}
      <ol className={styles.ways}>
        {ways.map((way) => (
          <Way key={`${way.stream} ${way.id}`} way={way} />
        ))}
      </ol>
    </section>
  )
}

const Way = ({ way: { id, isOwn, stages, stream } }: { readonly way: MessageWay }) => {
  const text = useText()
  const start = stages[0]?.at ?? 0
  return (
    <li className={styles.way}>
      <span className={styles.wayName}>
        {text(isOwn ? 'inspection.way-out' : 'inspection.way-in')} {id}
        <span className={styles.note}>{stream}</span>
      </span>
      <ol className={styles.stages}>
        {stages.map(({ at, name }) => (
          <li key={name} className={styles.stage}>
            {text(`inspection.stage.${name}`)}
            <span className={styles.note}>{`+${(at - start).toFixed(1)} ms`}</span>
          </li>
        ))}
      </ol>
    </li>
  )
}
