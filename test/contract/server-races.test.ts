import { expect, it } from 'vitest'
import { MemoryLimitStore } from '#server/limits/limits.ts'
import type { LimitStore } from '#server/ports.ts'
import { storedFile } from '#server/store/schema/index.ts'
import { filePeople } from './file-people.ts'
import { inProcessHost } from './in-process-host.ts'
import { openMemoryBackend } from './memory-backend.ts'
import { connect, dataOrThrow, meet, refreshed, sendText, settle } from './people.ts'
import { png } from './sample-media.ts'

const day = 24 * 60 * 60_000

it('a file that a message shows since the sweep has looked for unsent ones is not deleted', async () => {
  let meanwhile: ((key: string) => Promise<unknown>) | undefined
  const files = {
    put: async () => {},
    get: async () => undefined,
    async remove(key: string) {
      const work = meanwhile
      meanwhile = undefined
      await work?.(key)
    },
  }
  const backend = await openMemoryBackend({ files })
  const host = inProcessHost(backend)
  const { upload, send } = filePeople(() => host)
  const { ann, conversation } = await meet(host)
  const addresses = [await upload(ann, png, conversation), await upload(ann, png, conversation)]
  host.advance(8 * day)
  const again = await refreshed(host, ann)
  let shown = ''
  meanwhile = async (key) => {
    const name = key.slice(key.lastIndexOf('/') + 1)
    shown = addresses.find((address) => !address.endsWith(name)) ?? ''
    dataOrThrow(await send(again, conversation, 'pic', shown))
  }
  await host.sweep()
  const left = await backend.database.select({ name: storedFile.name }).from(storedFile)
  expect(left.filter(({ name }) => shown.endsWith(name))).toHaveLength(1)
  await host.close()
})

it('a repeated deletion counts as a message, because it is broadcast again', async () => {
  const memory = new MemoryLimitStore()
  const counted: string[] = []
  const limitStore: LimitStore = {
    removeExpired: (now) => memory.removeExpired(now),
    change(key, decide) {
      counted.push(key)
      return memory.change(key, decide)
    },
  }
  const host = inProcessHost(await openMemoryBackend({ limitStore }))
  const { ann, conversation } = await meet(host)
  const { ID: ChatID } = dataOrThrow<{ ID: number }>(await sendText(host, ann, conversation, 'gone'))
  const socket = await connect(host, ann)
  const sent = counted.length
  for (const _ of ['first', 'repeated'])
    socket.send({ Cmd: 'DeleteChat', ChatID, UserID: ann.userId, ChatSessionID: conversation })
  await settle(socket, ann)
  expect(counted.slice(sent).filter((key) => key.startsWith('messagePerAccount'))).toHaveLength(2)
  await host.close()
})
