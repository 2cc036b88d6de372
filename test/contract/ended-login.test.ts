import { expect, it } from 'vitest'
import { MemoryLimitStore } from '#server/limits/limits.ts'
import type { LimitStore } from '#server/ports.ts'
import type { ContractSocket } from './contract-host.ts'
import { inProcessHost } from './in-process-host.ts'
import { openMemoryBackend } from './memory-backend.ts'
import { loginFrame, signUp } from './people.ts'

it('a connection that ends during its login does not make its person seem online', async () => {
  const memory = new MemoryLimitStore()
  let socket: ContractSocket | undefined
  const limitStore: LimitStore = {
    removeExpired: (now) => memory.removeExpired(now),
    change(key, decide) {
      if (key.startsWith('loginPerServer')) socket?.close()
      return memory.change(key, decide)
    },
  }
  const backend = await openMemoryBackend({ limitStore })
  const host = inProcessHost(backend)
  const ann = await signUp(host)
  socket = host.openSocket()
  await socket.next('Connected')
  socket.send(loginFrame(ann))
  await expect.poll(() => backend.server.load().runningWork).toBe(0)
  expect(backend.server.load().onlineAccounts).toBe(0)
  await host.close()
})
