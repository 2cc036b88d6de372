import { useEffect, useState } from 'react'
import { useText } from '#src/ui/use-text.ts'
import { measureStores, type StoreSize } from '#streams/storage/origin-databases.ts'
import styles from './health.module.css'

export const bytesText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0)} kB`

const lookInterval = 5000

/** The IndexedDB stores of this origin with their rows and sizes, refreshed every five seconds. */
export const StorageSizes = () => {
  const text = useText()
  const [sizes, setSizes] = useState<readonly StoreSize[]>([])
  useEffect(() => {
    const look = () => void measureStores({ indexedDB }).then(setSizes, () => setSizes([]))
    look()
    const timer = setInterval(look, lookInterval)
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
export const TableHead = ({ columns }: { readonly columns: readonly string[] }) => {
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
