import { expect, it } from 'vitest'
import { serveMetrics } from '#server/hosts/node/metrics.ts'

it('a measurement that cannot be read is a failed request and does not end the server', async () => {
  let isBroken = true
  const text = async () => {
    if (isBroken) throw new Error('no measurement')
    return 'chat_connections 0\n'
  }
  const { url, close } = await serveMetrics({ text }, { host: '127.0.0.1', port: 0 })
  expect((await fetch(url)).status).toBe(500)
  isBroken = false
  expect(await (await fetch(url)).text()).toBe('chat_connections 0\n')
  close()
})
