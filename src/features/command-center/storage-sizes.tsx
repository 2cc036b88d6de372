import { useEffect, useState } from 'react'
import { useText } from '#src/ui/use-text.ts'
import styles from './health.module.css'

interface StoreSize {
  readonly database: string
  readonly store: string
  readonly rows: number
  /** Estimated from the JSON text of some rows. */
  readonly bytes: number
}

export const bytesText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0)} kB`

/** The rows of a store that are measured. */
const sampleSize = 40
const lookInterval = 5000

const resultOf = <Result,>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function sizeOf(database: IDBDatabase, store: string): Promise<StoreSize> {
  const rows = database.transaction(store).objectStore(store)
  const [count, sample] = await Promise.all([resultOf(rows.count()), resultOf(rows.getAll(null, sampleSize))])
  // Only the length is kept.
  const length = sample.reduce<number>((sum, row) => sum + JSON.stringify(row).length, 0)
  const bytes = sample.length === 0 ? 0 : Math.round((length / sample.length) * count)
  return { database: database.name, store, rows: count, bytes }
}

/** Measures every store of this origin. Databases are opened only for as long as that takes. */
async function measureStores(): Promise<readonly StoreSize[]> {
  const known = await indexedDB.databases()
  const sizes: StoreSize[] = []
  for (const { name = '' } of known) {
    const database = await resultOf(indexedDB.open(name))
    database.onversionchange = () => database.close()
    try {
      for (const store of database.objectStoreNames) sizes.push(await sizeOf(database, store))
    } finally {
      database.close()
    }
  }
  return sizes
}

/** The IndexedDB stores of this origin with their rows and sizes, refreshed every five seconds. */
export const StorageSizes = () => {
  const text = useText()
  const [sizes, setSizes] = useState<readonly StoreSize[]>([])
  useEffect(() => {
    const look = () => void measureStores().then(setSizes, () => setSizes([]))
    look()
    const timer = setInterval(look, lookInterval)
    return () => clearInterval(timer)
  }, [])
  return (
    <section aria-label={text('inspection.databases')}>
      <h2 className={styles.heading}>{text('inspection.databases')}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            {(['database', 'store', 'rows', 'size'] as const).map((column) => (
              <th key={column} scope="col">
                {text(`inspection.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
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
