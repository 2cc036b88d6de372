import { expect, it } from 'vitest'
import { getSystemSetting } from '#schemas/wire/calls/service-settings.ts'
import type { HttpPort } from '#streams/ports.ts'
import { ann, diskWith } from '../machines/auth/auth-harness.ts'
import { startLoneClient } from './lone-client.ts'

/** A server that answers only with its extensions. */
const serverWith = (...extensions: readonly { readonly Name: string; readonly Version: number }[]) => ({
  request: ({ url }: Parameters<HttpPort['request']>[0]) =>
    url.endsWith(getSystemSetting.path)
      ? Promise.resolve({ status: 200, text: JSON.stringify({ Code: 0, Data: { Extensions: extensions } }) })
      : Promise.reject(new Error('no network')),
})

const offline: HttpPort = { request: () => Promise.reject(new Error('no network')) }

it('the extensions of the server are known after a start without network (docs/extensions.md)', async () => {
  const disk = await diskWith(ann)
  const start = async (http: HttpPort) => {
    const { account, client, clock } = await startLoneClient(disk, http)
    const { extensions } = account.lookups
    const known = [...extensions.get()]
    const leave = extensions.subscribe(() => {})
    await clock.advance(1000)
    const loaded = [...extensions.get()]
    leave()
    await client.dispose()
    return { known, loaded }
  }
  const [reactions, unknown, later] = [
    { Name: 'reactions', Version: 1 },
    { Name: 'telepathy', Version: 1 },
    { Name: 'pins', Version: 99 },
  ]
  expect(await start(offline)).toEqual({ known: [], loaded: [] })
  expect(await start(serverWith(reactions, unknown, later))).toEqual({ known: [], loaded: ['reactions'] })
  expect(await start(offline)).toEqual({ known: ['reactions'], loaded: ['reactions'] })
  expect(await start(serverWith())).toEqual({ known: ['reactions'], loaded: [] })
  expect(await start(offline)).toEqual({ known: [], loaded: [] })
})
