import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Virtuoso } from 'react-virtuoso'
import { createWorld, idAt, messageAt } from '../world/world.ts'

/** The number of conversations. */
const conversations = 10

const query = new URLSearchParams(location.search)
const length = Number(query.get('rows') ?? 50)
const hasPictures = query.has('pictures')
const world = createWorld(length * conversations, Date.now(), { conversations, hasPictures })
type Message = ReturnType<typeof messageAt>
const rowsOf = (conversation: number): readonly Message[] =>
  Array.from({ length }, (_, at) => messageAt(world, idAt(world, conversation, at + 1)))
const lists = Array.from({ length: conversations }, (_, at) => rowsOf(at + 1))

const Row = ({ row }: { readonly row: Message }) => (
  <article style={{ padding: '4px 16px' }}>
    <div style={{ display: 'inline-block', maxWidth: 480, padding: 8, background: '#eee', borderRadius: 8 }}>
      {hasPictures ? <img src={row.Message} alt="" width={320} height={240} /> : row.Message}{' '}
      <time>{new Date(row.TimeStamp).toLocaleTimeString()}</time>
    </div>
  </article>
)

/** A list of conversations, and the chosen one's messages in a virtualized list, all in memory. */
const Page = () => {
  const [open, setOpen] = useState<number>()
  const rows = open === undefined ? undefined : lists[open]
  return (
    <div style={{ display: 'flex', height: '100vh' }}>
      <nav>
        {lists.map((list, at) => (
          <button type="button" key={list[0]?.ID} onClick={() => setOpen(at)}>
            Conversation {at + 1}
          </button>
        ))}
      </nav>
      {rows && (
        <Virtuoso
          key={open}
          style={{ flex: 1 }}
          data={rows}
          initialTopMostItemIndex={rows.length - 1}
          computeItemKey={(_, row) => row.ID}
          itemContent={(_, row) => <Row row={row} />}
        />
      )}
    </div>
  )
}

const root = document.querySelector('#root')
if (root === null) throw new Error('the page has no root')
createRoot(root).render(<Page />)
