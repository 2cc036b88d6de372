import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** One read of the active account, which every page of the app reads first. */
const readChosen = (): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('chat-device')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('settings').objectStore('settings').get('chosen')
      reading.onsuccess = () => resolve(reading.result)
      reading.onerror = () => reject(reading.error)
    }
  })

const root = document.querySelector('#root')
if (root === null) throw new Error('the page has no root')
const chosen = await readChosen()
createRoot(root).render(
  <StrictMode>
    <main>{JSON.stringify(chosen)}</main>
  </StrictMode>,
)
