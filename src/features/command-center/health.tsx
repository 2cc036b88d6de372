import { memo, useEffect, useMemo, useState } from 'react'
import type { InspectedPort, InspectedRate, InspectedStep } from '#schemas/cross-tab/inspection.ts'
import type { WatchedTab } from '#src/inspection/inspector.ts'
import { type MessageWay, messageWays } from '#src/inspection/time-travel.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { measureStores, type StoreSize } from '#streams/storage/origin-databases.ts'
import styles from './health.module.css'

/** Rates, the ways of messages, the state of the ports, the progress of the read models, and the databases. */
export const Health = ({ view: { rates, ports, models, head }, steps }: HealthProps) => (
  <div className={styles.health}>
    <Rates rates={rates} />
    <MessageWays steps={steps} />
    <Ports ports={ports} />
    <Models models={models} head={head} />
    <StorageSizes />
  </div>
)

/** Rates of the client have names; those of streams are called by their ids. */
export const rateName = (name: string, text: Translate): string =>
  /^(account|[sg]:\d+|\(other\))$/.test(name)
    ? text('inspection.rate.stream', { stream: name })
    : text(`inspection.rate.${name}`)

const Rates = memo(({ rates }: Pick<WatchedTab, 'rates'>) => {
  const text = useText()
  return (
    <section aria-label={text('inspection.rates')}>
      <h2 className={styles.heading}>{text('inspection.rates')}</h2>
      <ul className={styles.cards}>
        {rates.map((rate) => (
          <li key={rate.name} className={styles.card}>
            <h3 className={styles.name}>{rateName(rate.name, text)}</h3>
            <p className={styles.figure}>
              {text('inspection.per-second', { rate: ratePerSecond(rate).toFixed(1) })}
            </p>
            <Sparkline values={rate.perSecond} />
            <p className={styles.note}>{text('inspection.total', { count: rate.total })}</p>
          </li>
        ))}
      </ul>
    </section>
  )
})

/** The last minute as bars. The numbers next to it say the same. */
const Sparkline = ({ values }: { readonly values: readonly number[] }) => {
  const highest = Math.max(1, ...values)
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${values.length * 4} 28`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {values.map((value, second) => {
        const height = Math.max(1, (value / highest) * 28)
        // One bar per second.
        const x = second * 4
        return <rect key={x} x={x} y={28 - height} width={3} height={height} data-empty={value === 0} />
      })}
    </svg>
  )
}

const Ports = memo(({ ports }: Pick<WatchedTab, 'ports'>) => {
  const text = useText()
  return (
    <section aria-label={text('inspection.ports')}>
      <h2 className={styles.heading}>{text('inspection.ports')}</h2>
      <ul className={styles.cards}>
        {ports.map((port) => (
          <li key={port.port} className={styles.card} data-well={port.isWell}>
            <h3 className={styles.name}>
              {text(`inspection.port.${port.port}`)}
              <span className={styles.state}>
                {text(port.isWell ? 'inspection.well' : 'inspection.not-well')}
              </span>
            </h3>
            {port.facts.length === 0 && <p className={styles.note}>{text('inspection.unused')}</p>}
            <dl className={styles.facts}>
              {port.facts.map((fact) => (
                <div key={fact.name} className={styles.fact}>
                  <dt>{text(`inspection.fact.${fact.name}`)}</dt>
                  <dd>{factText(fact, text)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
})

const Models = memo(({ models, head }: Pick<WatchedTab, 'models' | 'head'>) => {
  const text = useText()
  return (
    <section aria-label={text('inspection.models')}>
      <h2 className={styles.heading}>{text('inspection.models')}</h2>
      <p className={styles.note}>{text('inspection.head', { segment: head })}</p>
      <table className={styles.table}>
        <TableHead columns={['model', 'checkpoint', 'behind', 'version', 'written-at']} />
        <tbody>
          {models.map(({ model, segment, version, writtenAt }) => (
            <tr key={model}>
              <th scope="row">{model}</th>
              <td>{segment}</td>
              <td>{Math.max(0, head - segment)}</td>
              <td>{version}</td>
              <td>{writtenAt === undefined ? text('inspection.not-written') : clockText(writtenAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
})

interface HealthProps {
  readonly view: WatchedTab
  readonly steps: readonly InspectedStep[]
}

type Fact = InspectedPort['facts'][number]

const two = (value: number): string => String(value).padStart(2, '0')

/** Formats device time in milliseconds: `14:03:09.120`. */
export function clockText(at: number): string {
  const time = new Date(at)
  const seconds = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')
  return `${seconds}.${String(time.getMilliseconds()).padStart(3, '0')}`
}

/** Formats a value of a port. */
export function factText({ unit, value }: Fact, text: Translate): string {
  if (unit === 'yes-no') return text(value === 1 ? 'inspection.yes' : 'inspection.no')
  if (unit === 'time') return clockText(value)
  if (unit === 'bytes') return bytesText(value)
  if (unit === 'duration') return `${value.toFixed(Math.abs(value) < 10 ? 1 : 0)} ms`
  return String(value)
}

/** The number of seconds over which the rate is averaged. */
const averaged = 10

/** Returns the average per second over the last ten whole seconds. */
export const ratePerSecond = ({ perSecond }: InspectedRate): number =>
  perSecond.slice(-averaged - 1, -1).reduce((sum, count) => sum + count, 0) / averaged

/** The newest messages that are shown. */
const waysShown = 12

/** The way of each message from frame to bubble, or from submission to acknowledgement, as a row of timed stages. */
const MessageWays = ({ steps }: { readonly steps: readonly InspectedStep[] }) => {
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

const bytesText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0)} kB`

const refreshInterval = 5000

/** The IndexedDB stores of this origin with their rows and sizes, refreshed every five seconds. */
const StorageSizes = () => {
  const text = useText()
  const [sizes, setSizes] = useState<readonly StoreSize[]>([])
  useEffect(() => {
    const refresh = () => void measureStores({ indexedDB }).then(setSizes, () => setSizes([]))
    refresh()
    const timer = setInterval(refresh, refreshInterval)
    return () => clearInterval(timer)
  }, [])
  return (
    <section aria-label={text('inspection.databases')}>
      <h2 className={styles.heading}>{text('inspection.databases')}</h2>
      <table className={styles.table}>
        <TableHead columns={['database', 'store', 'rows', 'size']} />
        <tbody>
          {sizes.map(({ bytes, database, rows, store }) => (
            <tr key={`${database} ${store}`}>
              <th scope="row">{database}</th>
              <td>{store}</td>
              <td>{rows}</td>
              <td>{bytesText(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The head of a table, with the names of its columns in the catalog. */
const TableHead = ({ columns }: { readonly columns: readonly string[] }) => {
  const text = useText()
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {text(`inspection.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
